// The field to write in. At a desk Enter sends and Shift+Enter begins a new line; on a phone Enter does, as its keyboards have it.
import { Send } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { chatMessage } from '@/api/limits';
import { Button } from '../Button';
import { Field } from '../Field';
import { TextArea } from '../TextInput';
import { useKeptText } from '../useKept';
import { useIsDesk } from '../useMediaQuery';

/** Longest message, in characters as the server counts them. */
const LIMIT = chatMessage.text.maxLength;
/** From here on it says how many are left. */
const NEARLY = 200;

interface ComposerProps {
  peer: string;
  onSend: (text: string) => void;
  onTyping: () => void;
}

export function Composer({ peer, onSend, onTyping }: ComposerProps) {
  const id = useId();
  const [text, setText] = useKeptText(`message to ${peer}`);
  const [error, setError] = useState<string>();
  const field = useRef<HTMLTextAreaElement>(null);
  const isDesk = useIsDesk();
  const left = LIMIT - [...text.trim()].length;

  function send() {
    const problem =
      left < 0
        ? `Use at most ${LIMIT.toLocaleString('en-GB')} characters.`
        : text.trim() === '' && 'Write a message first.';
    if (problem) setError(problem);
    else {
      onSend(text.trim());
      setText('');
      setError(undefined);
    }
    field.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent) {
    // While a word is composed, Enter ends the word.
    if (!isDesk || event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  }

  return (
    <form
      noValidate
      className="grid grid-cols-1 gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Field
        id={id}
        label={`Message to ${peer}`}
        error={error}
        counter={left < NEARLY ? `${left} left` : undefined}
        hint="Numbers and emails are hidden in chat. Use Call."
      >
        <TextArea
          ref={field}
          rows={2}
          value={text}
          enterKeyHint={isDesk ? 'send' : 'enter'}
          onKeyDown={onKeyDown}
          onChange={(event) => {
            setText(event.target.value);
            if (error) setError(undefined);
            if (event.target.value.trim() !== '') onTyping();
          }}
        />
      </Field>
      <Button
        type="submit"
        size="small"
        icon={<Send aria-hidden="true" className="size-4" />}
        className="justify-self-end"
      >
        Send
      </Button>
    </form>
  );
}
