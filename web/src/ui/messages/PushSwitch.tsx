// The switch of this device's notifications.
import type { PushState } from '@/shared/browserPush';
import { needsHomeScreen } from '@/shared/homeScreen';
import { Switch } from '../Switch';
import { AddToHomeScreen } from './AddToHomeScreen';
import type { usePush } from './usePush';

const meanings: Record<PushState, string> = {
  unsupported: 'This browser can’t show notifications.',
  denied: 'Blocked: allow notifications for this site in your browser’s settings, then come back.',
  off: 'Off on this device.',
  on: 'On for this device, until you log out.',
};

export function PushSwitch({ push }: { push: ReturnType<typeof usePush> }) {
  const { state, isOn, isChanging, turn } = push;
  return (
    <div>
      <Switch
        id="push"
        label="Notifications on this device"
        aria-describedby="push-meaning"
        checked={isOn}
        disabled={state === null || state === 'unsupported' || state === 'denied'}
        onChange={(event) => turn(event.target.checked)}
      />
      {/* As high as it will be, so that nothing jumps. */}
      <p id="push-meaning" role="status" className="min-h-[1.4em] text-s text-muted">
        {isChanging ? 'One moment…' : state && meanings[state]}
      </p>
      {state === 'unsupported' && needsHomeScreen() && <AddToHomeScreen />}
    </div>
  );
}
