// /master/onboarding/notifications: how jobs reach this device. A step of the checklist that nobody has to take.
import { MessageSettings } from '@/ui/messages/MessageSettings';
import { SoundSwitch } from '../live/SoundSwitch';
import { StepPage } from '../steps/StepPage';

export function NotificationsScreen() {
  return (
    <StepPage title="Notifications">
      <div className="grid max-w-[36rem] grid-cols-1 gap-4">
        <p>
          Most offers go to whoever answers first. Without notifications a job reaches you only while Callout
          is open.
        </p>
        <MessageSettings reader="masters">
          <SoundSwitch />
        </MessageSettings>
      </div>
    </StepPage>
  );
}
