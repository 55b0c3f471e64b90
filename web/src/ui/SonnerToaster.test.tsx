import { render, screen } from '@testing-library/react';
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
