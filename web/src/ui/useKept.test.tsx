import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { endSession, forgetLostSession, startSession } from '@/shared/session';
import { token } from '@/test/token';
import { useKeptForm, useKeptText } from './useKept';

let sent: object = {};

function Form() {
  const { register, formState, handleSubmit } = useKeptForm('notes', {
    secret: ['code'],
    defaultValues: { text: 'as it was', code: '' },
  });
  return (
    <form
      onSubmit={handleSubmit((typed) => {
        sent = { ...typed, changed: Object.keys(formState.dirtyFields) };
      })}
    >
      <input aria-label="text" {...register('text')} />
      <input aria-label="code" {...register('code')} />
      <button type="submit">Send</button>
    </form>
  );
}

function Text() {
  const [text, setText] = useKeptText('reply');
  return <input aria-label="reply" value={text} onChange={({ target }) => setText(target.value)} />;
}

/** The page goes without a word to React, and comes back. */
function reload() {
  act(() => void window.dispatchEvent(new Event('pagehide')));
  document.body.innerHTML = '';
}

async function type(label: string, text: string) {
  const field = screen.getByLabelText(label);
  await userEvent.clear(field);
  await userEvent.type(field, text);
}

const shown = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;

beforeEach(() => startSession(token({ sub: 'c-1' })));
afterEach(() => {
  endSession('logout');
  forgetLostSession();
});

it('keeps what was typed over a reload, as something that was typed, and no code', async () => {
  render(<Form />);
  await type('text', 'blue door');
  await type('code', '123456');
  reload();
  render(<Form />);
  expect([shown('text'), shown('code')]).toEqual(['blue door', '']);
  await userEvent.click(screen.getByRole('button'));
  expect(sent).toMatchObject({ text: 'blue door', changed: ['text'] });
});

it('keeps nothing of a form that was not touched, so that it shows what is newer', () => {
  render(<Form />);
  reload();
  expect(sessionStorage).toHaveLength(0);
});

it('forgets a form that was closed', async () => {
  const { unmount } = render(<Form />);
  await type('text', 'blue door');
  reload();
  unmount();
  render(<Form />);
  expect(shown('text')).toBe('as it was');
});

it.each([
  ['c-1', 'Thank you'],
  ['c-2', ''],
])('keeps a form whose page goes with the session for the same person alone (%s)', async (next, expected) => {
  const { unmount } = render(<Text />);
  await type('reply', 'Thank you');
  act(() => endSession('expired'));
  unmount();
  startSession(token({ sub: next }));
  render(<Text />);
  expect(shown('reply')).toBe(expected);
});
