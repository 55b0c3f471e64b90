import { act, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { createStore } from './createStore';

let count = 1;
const store = createStore(() => count);

function Count() {
  return <p>{store.use()}</p>;
}

test('a component shows each change, and nothing listens any longer once it is gone', () => {
  const { unmount } = render(<Count />);
  expect(screen.getByText('1')).toBeInTheDocument();

  count = 2;
  act(store.changed);
  expect(screen.getByText('2')).toBeInTheDocument();

  const listener = vi.fn();
  const stop = store.subscribe(listener);
  stop();
  unmount();
  store.changed();
  expect(listener).not.toHaveBeenCalled();
});
