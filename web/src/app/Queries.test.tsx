import { useQuery } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { noteReached, noteUnreachable } from '@/shared/connection';
import { Queries } from './Queries';

const fetched = vi.fn();

function Screen() {
  const { data, isError } = useQuery({ queryKey: ['job'], queryFn: fetched, retry: false });
  return isError ? 'failed' : data;
}

it('asks again for what failed, once the server can be reached', async () => {
  fetched.mockRejectedValue(new Error('unreachable'));
  render(
    <Queries>
      <Screen />
    </Queries>,
  );
  expect(await screen.findByText('failed')).toBeInTheDocument();
  act(noteUnreachable);
  fetched.mockResolvedValue('Leaking tap');
  act(noteReached);
  expect(await screen.findByText('Leaking tap')).toBeInTheDocument();
});
