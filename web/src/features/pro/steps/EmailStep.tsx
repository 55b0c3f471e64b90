// Proves the pro's email with a code, in place of a form: there is nothing to keep.
import { useQueryClient } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { proQuery, proveOwnEmail, requestOwnCode } from '@/api/pros';
import { Badge, toast } from '@/ui';
import { CodeForm } from '@/ui/CodeForm';
import { useCodeEntry } from '@/ui/useCodeEntry';
import { usePro } from '../usePro';
import { StepPage } from './StepPage';
import { overviewOf } from './useStepForm';

export function EmailStep() {
  const pro = usePro();
  const { email, emailProved } = pro;
  return (
    <StepPage title="Prove your email">
      <div className="card grid max-w-[36rem] grid-cols-1 gap-4 p-4">
        <p className="font-[650] [overflow-wrap:anywhere]">{email}</p>
        {emailProved ? (
          <div>
            <Badge tone="good" icon={<CircleCheck aria-hidden="true" className="size-4" />}>
              Verified
            </Badge>
          </div>
        ) : (
          <Prove email={email} overview={overviewOf(pro).to} />
        )}
      </div>
    </StepPage>
  );
}

function Prove({ email, overview }: { email: string; overview: string }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [problem, setProblem] = useState<string | null>(null);
  const entry = useCodeEntry({
    request: requestOwnCode,
    check: async (contact, code) => {
      await proveOwnEmail(contact, code);
      await queryClient.invalidateQueries({ queryKey: proQuery.queryKey });
      toast('Verified', { tone: 'good' });
      navigate(overview);
    },
    onProblem: setProblem,
    missing: 'Enter the code.',
  });
  return (
    <>
      <p className="text-s text-muted">We send a 6-digit code that is good for 10 minutes.</p>
      <CodeForm
        id="prove"
        entry={entry}
        problem={problem}
        onSend={() => entry.send({ email })}
        label="Verify"
        busyLabel="Verifying…"
      />
    </>
  );
}
