import { useState } from 'react';
import { TextInput, type TextInputProps } from './TextInput';

/** A password field with a button to show what was typed, since typing mistakes are common on a phone. */
export function PasswordInput(props: TextInputProps) {
  const [shown, setShown] = useState(false);
  return (
    <div className="relative">
      <TextInput
        {...props}
        type={shown ? 'text' : 'password'}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        className="pr-20"
      />
      <button
        type="button"
        aria-pressed={shown}
        aria-label="Show password"
        onClick={() => setShown(!shown)}
        className="absolute inset-y-0 right-0 min-w-16 rounded-medium px-3 text-s font-[650] text-action hover:underline"
      >
        {shown ? 'Hide' : 'Show'}
      </button>
    </div>
  );
}
