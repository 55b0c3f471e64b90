import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
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

it('no longer waits for the mouse once the message under it has gone', async () => {
  render(<SonnerToaster />);
  toast('Rates saved');
  toast('Area saved');
  const message = (await screen.findByText('Rates saved')).closest('li');
  await screen.findByText('Area saved');
  fireEvent.mouseEnter(message?.parentElement as HTMLElement);
  await waitFor(() => expect(message).toHaveAttribute('data-expanded', 'true'));
  // The browser reports what is under the mouse now, outside React's root.
  fireEvent.mouseOver(document.body);
  await waitFor(() => expect(message).toHaveAttribute('data-expanded', 'false'));
});

it('stays open from the keyboard while the mouse moves elsewhere', async () => {
  render(<SonnerToaster />);
  toast('Badge saved');
  toast('Logo saved');
  const message = (await screen.findByText('Badge saved')).closest('li');
  await screen.findByText('Logo saved');
  fireEvent.keyDown(document, { altKey: true, code: 'KeyT' });
  await waitFor(() => expect(message).toHaveAttribute('data-expanded', 'true'));
  fireEvent.mouseOver(document.body);
  // Long enough for a message that closes to do so.
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(message).toHaveAttribute('data-expanded', 'true');
});
