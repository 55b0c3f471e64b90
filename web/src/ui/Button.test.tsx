import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { Button } from './Button';

const user = userEvent.setup();

/** Becomes busy with the first press and stays busy. */
function Form({ send, type }: { send: () => void; type: 'submit' | 'button' }) {
  const [busy, setBusy] = useState(false);
  const start = () => {
    setBusy(true);
    send();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        start();
      }}
    >
      <input aria-label="Name" />
      <Button type={type} disabled={busy} busy={busy} onClick={type === 'button' ? start : undefined}>
        Send
      </Button>
    </form>
  );
}

it.each(['submit', 'button'] as const)(
  'a double click sends one request and keeps the focus: %s',
  async (type) => {
    const send = vi.fn();
    render(<Form send={send} type={type} />);
    const button = screen.getByRole('button', { name: 'Send' });
    await user.dblClick(button);
    await user.keyboard('{Enter} ');
    expect(send).toHaveBeenCalledOnce();
    expect(button).toHaveFocus();
    expect(button).toHaveAttribute('aria-disabled', 'true');
  },
);

it('pressing Enter twice in the form sends one request', async () => {
  const send = vi.fn();
  render(<Form send={send} type="submit" />);
  await user.type(screen.getByLabelText('Name'), 'Ada{Enter}{Enter}');
  expect(send).toHaveBeenCalledOnce();
});
