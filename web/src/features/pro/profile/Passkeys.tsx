// The passkeys that sign the pro in: adding one on this device, and removing any.
import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { newPasskey } from '@/api/limits';
import { addPasskey, passkeysQuery, removePasskey } from '@/api/passkeys';
import { problemText } from '@/api/problem';
import type { Passkey } from '@/api/types';
import { asLondon, formatDay } from '@/shared/london';
import { authenticatorText, supportsPasskeys } from '@/shared/passkey';
import { required } from '@/shared/textRules';
import { Button, Dialog, Field, TextInput, toast } from '@/ui';
import { LoadError } from '@/ui/LoadError';
import { Problem } from '@/ui/Problem';
import { Skeleton } from '@/ui/Skeleton';
import { useFocusHandedTo } from '@/ui/useFocusHandedTo';
import { useServerErrors } from '@/ui/useServerErrors';
import { FreshCode, freshCodeBy } from '@/ui/ways-in/FreshCode';
import { ownCode } from '../ownCode';
import { usePro } from '../usePro';

/** As many as the server keeps of one account. */
const MOST = 10;

const schema = z.object({
  name: required('Give it a name, such as ‘My phone’.', newPasskey.name.maxLength),
});

export function Passkeys() {
  const { data: passkeys, isError, refetch } = useQuery(passkeysQuery);
  return (
    <div className="card grid grid-cols-1 gap-4 p-4">
      <p className="text-s text-muted">
        With a passkey you log in by your fingerprint, face or screen lock. Nothing is typed, so nobody can
        ask you for it.
      </p>
      {passkeys ? (
        <>
          <List passkeys={passkeys} />
          <More count={passkeys.length} />
        </>
      ) : isError ? (
        <LoadError retry={() => void refetch()}>Your passkeys could not be loaded.</LoadError>
      ) : (
        <Skeleton className="h-28" label="Loading your passkeys" />
      )}
    </div>
  );
}

function List({ passkeys }: { passkeys: Passkey[] }) {
  if (passkeys.length === 0) return <p>You have no passkey yet.</p>;
  return (
    <ul aria-label="Your passkeys" className="grid grid-cols-1">
      {passkeys.map((passkey) => (
        <Row key={passkey.id} passkey={passkey} />
      ))}
    </ul>
  );
}

function More({ count }: { count: number }) {
  if (count >= MOST) return <p className="text-s text-muted">That is the most. Remove one to add another.</p>;
  if (!supportsPasskeys()) return <p className="text-s text-muted">This browser can’t add one here.</p>;
  return <Add />;
}

const day = (time: string) => formatDay(asLondon(time).day, 'short');

function Row({ passkey: { id, name, createdAt, usedAt } }: { passkey: Passkey }) {
  const [asking, setAsking] = useState(false);
  const row = useFocusHandedTo<HTMLLIElement>('passkeys-title');
  const queryClient = useQueryClient();
  const removing = useMutation({
    mutationFn: () => removePasskey(id),
    onSuccess: async () => {
      setAsking(false);
      await queryClient.invalidateQueries({ queryKey: passkeysQuery.queryKey });
      toast('Removed');
    },
  });
  return (
    <li
      ref={row}
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line py-2.5 not-first:border-t"
    >
      <div className="min-w-0 flex-1 basis-40">
        <h3 dir="auto" className="font-[650] [overflow-wrap:anywhere]">
          {name}
        </h3>
        <p className="num text-s text-muted">
          Added {day(createdAt)} · {usedAt ? `Last used ${day(usedAt)}` : 'Not used yet'}
        </p>
      </div>
      <Button
        look="danger"
        size="small"
        icon={<Trash2 aria-hidden="true" className="size-4" />}
        onClick={() => setAsking(true)}
      >
        Remove
        <span className="sr-only"> {name}</span>
      </Button>
      <Dialog
        open={asking}
        onOpenChange={setAsking}
        busy={removing.isPending}
        title={`Remove ${name}?`}
        description="It no longer logs you in. Delete it on the device, too, so that it is not offered there."
        actions={
          <>
            <Button
              look="danger"
              busy={removing.isPending}
              busyText="Removing…"
              onClick={() => removing.mutate()}
            >
              Remove
            </Button>
            <Button look="quiet" disabled={removing.isPending} onClick={() => setAsking(false)}>
              Keep it
            </Button>
          </>
        }
      >
        <Problem
          text={removing.error && problemText(removing.error, 'It could not be removed. Please try again.')}
        />
      </Dialog>
    </li>
  );
}

function Add() {
  const { email } = usePro();
  const queryClient = useQueryClient();
  const form = useForm({ defaultValues: { name: '' }, resolver: zodResolver(schema) });
  const { errors } = form.formState;
  const adding = useMutation({
    mutationFn: addPasskey,
    onSuccess: async () => {
      form.reset();
      await queryClient.invalidateQueries({ queryKey: passkeysQuery.queryKey });
      toast('Passkey added');
    },
  });
  const problem = useServerErrors(form, adding.error, textOf);
  const channel = freshCodeBy(adding.error);
  if (channel && adding.variables !== undefined) {
    const name = adding.variables;
    return <FreshCode own={ownCode(email)} channel={channel} onFresh={() => adding.mutate(name)} />;
  }
  return (
    <form
      noValidate
      className="grid grid-cols-1 gap-4"
      onSubmit={form.handleSubmit(({ name }) => adding.mutate(name))}
    >
      <Field id="passkey-name" label="Name" hint="Such as ‘My phone’." error={errors.name?.message}>
        <TextInput {...form.register('name')} autoComplete="off" />
      </Field>
      <Problem text={problem} />
      <Button
        type="submit"
        look="quiet"
        icon={<KeyRound aria-hidden="true" className="size-4" />}
        busy={adding.isPending}
        busyText="Waiting for your device…"
        className="sm:w-auto sm:justify-self-start"
      >
        Add a passkey
      </Button>
    </form>
  );
}

function textOf(error: unknown): string {
  return authenticatorText(error) ?? problemText(error, 'It could not be added. Please try again.');
}
