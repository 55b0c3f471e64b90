import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import SonnerToaster from './SonnerToaster';
import { toast } from './toast';

it('shows the same message once', async () => {
  render(<SonnerToaster />);
  toast('Booking cancelled');
  toast('Booking cancelled');
  toast('Link copied');
  await screen.findByText('Link copied');
  expect(screen.getAllByText('Booking cancelled')).toHaveLength(1);
});

it('goes when it is dismissed', async () => {
  render(<SonnerToaster />);
  toast('Photo saved');
  await screen.findByText('Photo saved');
  const message = screen.getAllByRole('listitem').find((item) => within(item).queryByText('Photo saved'));
  await userEvent.click(within(message as HTMLElement).getByRole('button', { name: 'Dismiss message' }));
  await waitFor(() => expect(screen.queryByText('Photo saved')).not.toBeInTheDocument());
});
