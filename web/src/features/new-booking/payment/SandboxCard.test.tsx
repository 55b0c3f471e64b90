import { screen } from '@testing-library/react';
import { createRef } from 'react';
import { expect, it } from 'vitest';
import type { CardHandle } from '@/card/handle';
import { SandboxCard } from '@/card/SandboxCard';
import { problem } from '@/test/fakeApi';
import { renderAt } from '@/test/render';
import { agreeingServer, payment } from '../checkout/testing';

it('closing the form while the bank’s check is open counts as a refusal', async () => {
  const server = agreeingServer();
  const authenticate = 'POST /api/sandbox/payments/pi_C-1/authenticate';
  server.change('POST /api/sandbox/payments/pi_C-1/confirm', () => ({ json: { status: 'requires_action' } }));
  server.change(authenticate, () =>
    problem(402, 'card_declined', { detail: 'The payment was not approved.' }),
  );
  const card = createRef<CardHandle>();
  const { unmount } = renderAt(
    <SandboxCard
      ref={card}
      amountPence={10_750}
      keepsCard={false}
      busy={false}
      refused={false}
      onMounted={() => undefined}
    />,
  );
  const outcome = card.current!.confirm(payment(10_750), '/booking/confirmation');
  await screen.findByRole('dialog', { name: 'Confirm with your bank' });
  unmount();
  expect(await outcome).toMatchObject({ text: 'The payment was not approved.', cardRefused: true });
  expect(server.of(authenticate)[0]?.body).toMatchObject({ approve: false });
});
