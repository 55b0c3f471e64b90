// 'More dates': the month calendar in a popup, for phones.
import { CalendarDays } from 'lucide-react';
import { memo, useState } from 'react';
import { Button, Dialog } from '@/ui';
import { MonthCalendar, type MonthCalendarProps } from './MonthCalendar';

export const MoreDates = memo(function MoreDates({
  onSelect,
  ...calendar
}: Omit<MonthCalendarProps, 'framed'>) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        look="plain"
        size="small"
        icon={<CalendarDays aria-hidden="true" className="size-4" />}
        disabled={calendar.disabled}
        aria-haspopup="dialog"
        className="-mx-3.5"
        onClick={() => setOpen(true)}
      >
        More dates
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title="Choose a date">
        <MonthCalendar
          {...calendar}
          framed={false}
          onSelect={(day) => {
            setOpen(false);
            onSelect(day);
          }}
        />
      </Dialog>
    </>
  );
});
