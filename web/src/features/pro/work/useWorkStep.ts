// A step of a job that needs more than a press: it stays open, with all that was entered, until the server has taken it.
import { useState } from 'react';
import type { JobStep } from '@/api/jobs';
import { problemText, refusedFields } from '@/api/problem';
import { NeedsConnection } from '@/ui/outbox/steps';
import { useMoveJob } from '../job/useMoveJob';
import { NoPlace } from '../position/here';

const NOT_SENT = 'This could not be sent. What you entered is kept on this device. Please try again.';

interface WorkStepOptions {
  id: string;
  /** The fields that say by themselves what the server finds wrong with them. */
  fields: readonly string[];
  onDone: () => void;
}

export function useWorkStep({ id, fields, onDone }: WorkStepOptions) {
  const move = useMoveJob(id);
  const [failed, setFailed] = useState<unknown>(null);
  const errors = refusedFields(failed);
  const isAtField = fields.some((field) => errors[field] !== undefined);
  return {
    isBusy: move.isPending,
    /** What the server says of a field. */
    errors,
    problem: failed === null || isAtField ? null : textOf(failed),
    fail: setFailed,
    send: (step: JobStep) => {
      setFailed(null);
      move.mutate(step, {
        onSuccess: onDone,
        onError: setFailed,
      });
    },
  };
}

/** These say why in words for people. */
function textOf(failed: unknown): string {
  const isSaid = failed instanceof NoPlace || failed instanceof NeedsConnection;
  return isSaid ? failed.message : problemText(failed, NOT_SENT);
}
