import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { Dialog } from './Dialog';

function Page() {
  const [open, setOpen] = useState(false);
  const [closed, setClosed] = useState(0);
  const change = (next: boolean) => {
    setOpen(next);
    setClosed(closed + 1);
  };
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <p>closed {closed} times</p>
      <Dialog open={open} onOpenChange={change} title="Tips" description="Three of them.">
        <p>Be concise.</p>
      </Dialog>
    </>
  );
}

async function openDialog() {
  render(<Page />);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  return screen.getByRole('dialog', { name: 'Tips' });
}

function expectClosedOnce() {
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(screen.getByText('closed 1 times')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Open' })).toHaveFocus();
}

it('has a name and a description, and takes the focus', async () => {
  const dialog = await openDialog();
  expect(dialog).toHaveAccessibleDescription('Three of them.');
  expect(screen.getByRole('button', { name: 'Close' })).toHaveFocus();
});

it('closes once on Escape and returns the focus', async () => {
  await openDialog();
  await userEvent.keyboard('{Escape}');
  expectClosedOnce();
});

it('closes with its close button', async () => {
  await openDialog();
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expectClosedOnce();
});

it('closes on a press outside it, but not one that began inside', async () => {
  const dialog = await openDialog();
  fireEvent.mouseDown(screen.getByText('Be concise.'));
  fireEvent.click(dialog);
  expect(dialog).toBeInTheDocument();
  fireEvent.mouseDown(dialog);
  fireEvent.click(dialog);
  expectClosedOnce();
});

it('stays open while busy, whatever is pressed and even if the browser closes it', async () => {
  const onOpenChange = vi.fn();
  const { rerender } = render(<Dialog open busy onOpenChange={onOpenChange} title="Erase?" />);
  const dialog = screen.getByRole<HTMLDialogElement>('dialog');
  await userEvent.keyboard('{Escape}');
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  dialog.close();
  await waitFor(() => expect(dialog.open).toBe(true));
  expect(onOpenChange).not.toHaveBeenCalled();
  rerender(<Dialog open onOpenChange={onOpenChange} title="Erase?" />);
  await userEvent.keyboard('{Escape}');
  expect(onOpenChange).toHaveBeenCalledExactlyOnceWith(false);
});
