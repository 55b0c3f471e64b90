// The code that the holder of a guest link enters before money may move.
import { useMutation } from '@tanstack/react-query';
import type { Capability } from '@/api/bookings';
import { sendDisputeCode } from '@/api/disputes';
import { problemText } from '@/api/problem';
import { Button } from '@/ui';
import { Problem } from '@/ui/Problem';

export function SendCode({ id, capability }: { id: string; capability: Capability }) {
  const code = useMutation({ mutationFn: () => sendDisputeCode(id, capability) });
  return (
    <div className="grid gap-2">
      <p className="text-s text-muted">We send a code to the email or phone of the booking.</p>
      <Button
        look="quiet"
        size="small"
        className="justify-self-start"
        busy={code.isPending}
        busyText="Sending…"
        onClick={() => code.mutate()}
      >
        {code.isSuccess ? 'Send another code' : 'Send me a code'}
      </Button>
      <p role="status" className="text-s empty:hidden">
        {code.isSuccess && 'We have sent you a code.'}
      </p>
      <Problem
        text={code.error && problemText(code.error, 'The code could not be sent. Please try again.')}
      />
    </div>
  );
}
