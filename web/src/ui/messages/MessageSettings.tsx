// Which messages a person gets: those that always come, the switches of the others, and the notifications of this device.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type MessageReader, messageChoicesQuery, switchMessage } from '@/api/messages';
import { problemText } from '@/api/problem';
import type { MessageChoice, MessageChoiceKind } from '@/api/types';
import { LoadError } from '../LoadError';
import { Skeleton } from '../Skeleton';
import { Switch } from '../Switch';
import { toast } from '../toast';
import { PushSwitch } from './PushSwitch';
import { usePush } from './usePush';

const words: Record<MessageChoiceKind, { label: string; meaning: string }> = {
  completed: {
    label: 'Job done',
    meaning: 'We send a notification to your devices. Without one, an email, or a text.',
  },
  suggested_time: {
    label: 'Answers to a time you suggest',
    meaning: 'We send a notification to your devices. Without one, an email, or a text.',
  },
  offers: {
    label: 'New job offers',
    meaning: 'A notification on your devices. You see offers on the open page either way.',
  },
  emergency_texts: {
    label: 'Texts for emergencies',
    meaning:
      'A text for an emergency near you that has found nobody, while you are online and nothing else reaches you. One in half an hour at most.',
  },
  unread_chat: {
    label: 'Unread chat messages',
    meaning: 'An email when a client’s message has waited for 5 minutes.',
  },
};

const always: Record<MessageReader, string> = {
  clients:
    'We always email or text you when a pro takes your booking, asks for another price, sets off or can’t come; when something is to be paid; and when nobody was found or the booking was cancelled for you.',
  masters:
    'By notification and text you always hear that a job is yours, that a job was cancelled, and that a client suggests another time.',
};

interface MessageSettingsProps {
  reader: MessageReader;
  /** More about this device. */
  children?: ReactNode;
}

export function MessageSettings({ reader, children }: MessageSettingsProps) {
  const push = usePush();
  const { data: choices, isError, refetch } = useQuery(messageChoicesQuery(reader));
  return (
    <div className="card grid grid-cols-1 gap-4 p-4">
      <PushSwitch push={push} />
      {children}
      {choices ? (
        choices.items.map((choice) => <Choice key={choice.kind} reader={reader} choice={choice} />)
      ) : isError ? (
        <LoadError retry={() => void refetch()}>Your choices could not be loaded.</LoadError>
      ) : (
        <Skeleton className="h-36" label="Loading your choices" />
      )}
      <p className="text-s text-muted">{always[reader]}</p>
    </div>
  );
}

function Choice({ reader, choice: { kind, on } }: { reader: MessageReader; choice: MessageChoice }) {
  const queryClient = useQueryClient();
  const change = useMutation({
    mutationFn: (wanted: boolean) => switchMessage(reader, kind, wanted),
    onSuccess: (saved) => queryClient.setQueryData(messageChoicesQuery(reader).queryKey, saved),
    onError: (error) =>
      toast(problemText(error, 'Your choice could not be saved. Try again.'), { tone: 'bad' }),
  });
  const { label, meaning } = words[kind];
  return (
    <div>
      <Switch
        id={`message-${kind}`}
        label={label}
        aria-describedby={`message-${kind}-meaning`}
        // The new choice while it is being saved; if saving fails, the old one returns.
        checked={change.isPending ? change.variables : on}
        onChange={(event) => {
          if (!change.isPending) change.mutate(event.target.checked);
        }}
      />
      <p id={`message-${kind}-meaning`} className="text-s text-muted">
        {meaning}
      </p>
    </div>
  );
}
