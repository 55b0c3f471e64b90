import { CircleAlert, CircleCheck, TriangleAlert, X } from 'lucide-react';
import { useEffect } from 'react';
import { Toaster, toast } from 'sonner';
import { connectToaster } from './toast';
import { useIsDesk } from './useMediaQuery';

const icons = {
  good: <CircleCheck aria-hidden="true" className="size-5 text-good" />,
  warn: <TriangleAlert aria-hidden="true" className="size-5 text-warn" />,
  bad: <CircleAlert aria-hidden="true" className="size-5 text-bad" />,
  plain: undefined,
};

/** On a phone: above the foot or the tabs, never over a title or its back button. */
const aboveTheBar = {
  bottom: 'calc(var(--covered) + var(--beside-toasts, 0px) + 12px + env(safe-area-inset-bottom))',
};
const atTheTop = { top: 'calc(var(--beside-toasts, 0px) + 24px)' };

/**
 * Sonner keeps every message while the mouse is over one of them. React misses that the mouse has left when the message under it goes away,
 * and the others would stay for ever; so we send the event that it missed. A list that was opened from the keyboard is left alone.
 */
function watchForMissedLeaves(): () => void {
  let wasOver = false;
  function sendMissedLeave({ target }: MouseEvent): void {
    const list = document.querySelector('[data-sonner-toaster]');
    const isOver = target instanceof Node && Boolean(list?.contains(target));
    if (wasOver && !isOver && list?.querySelector('[data-sonner-toast][data-expanded="true"]')) {
      list.dispatchEvent(new MouseEvent('mouseout', { bubbles: true, relatedTarget: document.body }));
    }
    wasOver = isOver;
  }
  document.addEventListener('mouseover', sendMissedLeave);
  return () => document.removeEventListener('mouseover', sendMissedLeave);
}

export default function SonnerToaster() {
  const desk = useIsDesk();
  useEffect(watchForMissedLeaves, []);
  useEffect(() => {
    // Wait one frame: sonner must have subscribed before the first message is sent.
    const frame = requestAnimationFrame(() =>
      connectToaster(({ message, duration = 4000, tone = 'plain' }) =>
        // A message that is already there is not shown twice: one who cancels is also notified of it.
        toast(message, { id: message, duration, icon: icons[tone] }),
      ),
    );
    return () => {
      cancelAnimationFrame(frame);
      connectToaster(null);
    };
  }, []);
  return (
    <Toaster
      position={desk ? 'top-right' : 'bottom-center'}
      offset={desk ? atTheTop : aboveTheBar}
      mobileOffset={aboveTheBar}
      duration={4000}
      style={{ fontFamily: 'inherit' }}
      containerAriaLabel="Messages"
      // While the mouse is over a message it stays, so there must be a way to clear what it covers.
      closeButton
      icons={{ close: <X aria-hidden="true" className="size-5" /> }}
      toastOptions={{
        unstyled: true,
        closeButtonAriaLabel: 'Dismiss message',
        classNames: {
          toast:
            'group flex w-full items-center gap-2.5 rounded-medium border border-line bg-surface px-4 py-3 text-m font-[550] text-ink shadow-lift',
          content: 'min-w-0 flex-1',
          // Sonner puts the button first. Messages behind the first one are covered by it until they are spread out.
          closeButton:
            'group-data-[front=false]:group-data-[expanded=false]:invisible order-last -my-2 -mr-2 grid size-[44px] shrink-0 place-items-center rounded-full text-muted hover:bg-sunk',
        },
      }}
    />
  );
}
