import type { Job } from '@/api/jobs';
import { Section } from '@/ui/Section';
import { JobPhoto } from './JobPhoto';

/** The client's words and photo. */
export function WhatToDo({ job: { description, photo_url } }: { job: Job }) {
  return (
    <Section id="job" title="What needs doing">
      <p dir="auto" className="whitespace-pre-line [overflow-wrap:anywhere]">
        {description}
      </p>
      {photo_url && <JobPhoto url={photo_url} />}
    </Section>
  );
}
