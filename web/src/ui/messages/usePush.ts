import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { keys } from '@/api/keys';
import { problemText } from '@/api/problem';
import { type PushState, pushState, turnPushOff, turnPushOn } from '@/shared/browserPush';
import { toast } from '../toast';
import { pushServer } from './pushServer';

/** This device's notifications: how they stand, null until that is known, and turning them on and off, which only a press may do. */
export function usePush() {
  const queryClient = useQueryClient();
  const [state, setState] = useState<PushState | null>(null);
  const change = useMutation({
    mutationFn: (on: boolean) => (on ? turnPushOn(pushServer) : turnPushOff(pushServer)),
    onSuccess: (changed) => {
      setState(changed);
      // They say how many browsers are notified.
      for (const queryKey of [keys.pro.messages, keys.me.messages])
        void queryClient.invalidateQueries({ queryKey });
    },
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
  return {
    state,
    isOn: change.isPending ? change.variables : state === 'on',
    isChanging: change.isPending,
    turn: (on: boolean) => {
      if (!change.isPending) change.mutate(on);
    },
  };
}
