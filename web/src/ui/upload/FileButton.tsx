import { type ChangeEvent, type ReactNode, useRef } from 'react';
import { Button } from '../Button';

interface FileButtonProps {
  label: ReactNode;
  /** Names the file for screen readers. */
  file: string;
  types: readonly string[];
  icon: ReactNode;
  busy: boolean;
  describedBy?: string | undefined;
  /** Whether a file can be chosen now; says why not by itself. */
  isReady?: () => boolean;
  onChoose: (file: File) => void;
}

/** Opens the browser's file chooser. */
export function FileButton(props: FileButtonProps) {
  const { label, file, types, icon, busy, describedBy, isReady = () => true, onChoose } = props;
  const input = useRef<HTMLInputElement>(null);
  function changed(event: ChangeEvent<HTMLInputElement>) {
    const chosen = event.target.files?.[0];
    // Reset the input so that the same file can be chosen again.
    event.target.value = '';
    if (chosen) onChoose(chosen);
  }
  return (
    <div>
      <input
        ref={input}
        type="file"
        accept={types.join(',')}
        className="sr-only"
        tabIndex={-1}
        aria-label={`File: ${file}`}
        onChange={changed}
      />
      <Button
        look="quiet"
        size="small"
        icon={icon}
        busy={busy}
        busyText="Uploading…"
        aria-describedby={describedBy}
        onClick={() => isReady() && input.current?.click()}
      >
        {label}
      </Button>
    </div>
  );
}
