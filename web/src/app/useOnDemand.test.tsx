import { act, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { useOnDemand } from './useOnDemand';

const Part = () => <p>fetched</p>;
const load = vi.fn<() => Promise<{ default: typeof Part }>>();
const failed = vi.fn();

function Host({ wanted }: { wanted: boolean }) {
  const Fetched = useOnDemand(wanted, load, failed);
  return Fetched && wanted ? <Fetched /> : null;
}

it('loads the component when it is wanted, retries after a failure, and then keeps it', async () => {
  load.mockRejectedValueOnce(new TypeError('offline')).mockResolvedValue({ default: Part });
  const { rerender } = render(<Host wanted={false} />);
  expect(load).not.toHaveBeenCalled();
  await act(async () => rerender(<Host wanted />));
  expect(failed).toHaveBeenCalledOnce();
  for (const wanted of [false, true, false, true]) await act(async () => rerender(<Host wanted={wanted} />));
  expect(screen.getByText('fetched')).toBeInTheDocument();
  expect(load).toHaveBeenCalledTimes(2);
});
