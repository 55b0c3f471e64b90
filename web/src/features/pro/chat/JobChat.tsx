// The chat with the client of one job, in a drawer over the job's page.
import { MessageCircle } from 'lucide-react';
import { useState } from 'react';
import type { Job } from '@/api/jobs';
import { Button, Dialog } from '@/ui';
import { ChatPanel } from '@/ui/chat/ChatPanel';

export function clientOf(job: Job): string {
  return job.customer_first_name ?? 'Your client';
}

export function JobChat({ job }: { job: Job }) {
  const [isOpen, setOpen] = useState(false);
  if (!job.chat) return null;
  return (
    <>
      <Button
        look="quiet"
        size="small"
        icon={<MessageCircle aria-hidden="true" className="size-4" />}
        onClick={() => setOpen(true)}
      >
        Chat
        {job.unread ? ` (${job.unread} new)` : null}
      </Button>
      <Dialog open={isOpen} onOpenChange={setOpen} title={`Chat with ${clientOf(job)}`}>
        <ChatPanel
          bookingId={job.id}
          state={job.chat}
          peer={clientOf(job)}
          phone={job.customer_phone}
          as="person"
          isTall
        />
      </Dialog>
    </>
  );
}
