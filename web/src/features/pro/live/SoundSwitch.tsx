import { Switch } from '@/ui';
import { allowSound, announceJob, setSilent, useSilent } from './sound';

export function SoundSwitch() {
  const silent = useSilent();
  return (
    <div>
      <Switch
        id="sound"
        label="Sound for new jobs"
        aria-describedby="sound-meaning"
        checked={!silent}
        onChange={(event) => {
          setSilent(!event.target.checked);
          // Heard at once, so that one knows it.
          allowSound();
          announceJob();
        }}
      />
      <p id="sound-meaning" className="text-s text-muted">
        A short sound, and a shake on a phone, while this page is open.
      </p>
    </div>
  );
}
