// The switch of this device's notifications.
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { problemText } from '@/api/problem';
import { type PushState, pushState, turnPushOff, turnPushOn } from '@/shared/browserPush';
import { Switch } from '../Switch';
import { toast } from '../toast';
import { pushServer } from './pushServer';

const meanings: Record<PushState, string> = {
  unsupported:
    'This browser can’t show notifications. On an iPhone or iPad, add Callout to your Home Screen and open it from there.',
  denied: 'Blocked: allow notifications for this site in your browser’s settings, then come back.',
  off: 'Off on this device.',
  on: 'On for this device, until you log out.',
};

export function PushSwitch() {
  const [state, setState] = useState<PushState | null>(null);
  const change = useMutation({
    mutationFn: (on: boolean) => (on ? turnPushOn(pushServer) : turnPushOff(pushServer)),
    onSuccess: setState,
    onError: (error) =>
      toast(problemText(error, 'Notifications could not be turned on. Try again.'), { tone: 'bad' }),
  });
  useEffect(() => {
    let isShown = true;
    const look = () => {
      pushState().then(
        (found) => isShown && setState(found),
        () => isShown && setState('unsupported'),
      );
    };
    look();
    // Somebody who has been to the browser's settings comes back to a page that knows.
    window.addEventListener('focus', look);
    return () => {
      isShown = false;
      window.removeEventListener('focus', look);
    };
  }, []);
  const isOn = change.isPending ? change.variables : state === 'on';
  return (
    <div>
      <Switch
        id="push"
        label="Notifications on this device"
        aria-describedby="push-meaning"
        checked={isOn}
        disabled={state === null || state === 'unsupported' || state === 'denied'}
        onChange={(event) => {
          if (!change.isPending) change.mutate(event.target.checked);
        }}
      />
      {/* As high as it will be, so that nothing jumps. */}
      <p id="push-meaning" role="status" className="min-h-[1.4em] text-s text-muted">
        {change.isPending ? 'One moment…' : state && meanings[state]}
      </p>
    </div>
  );
}
