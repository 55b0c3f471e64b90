import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { GENERAL_NUMBER } from '@/shared/emergencyNumbers';
import { paths } from '@/shared/paths';
import { ButtonLink, PageLayout } from '@/ui';
import { CallLink, GasNumbers } from '@/ui/EmergencyNumbers';
import { ContactForm } from './ContactForm';
import { Part } from './Prose';

const questions: { question: string; answer: ReactNode }[] = [
  {
    question: 'Are VAT and call-out included?',
    answer: 'Yes. The total you see before you confirm includes both, and there is no card surcharge.',
  },
  {
    question: 'When do I pay?',
    answer:
      'By card, the amount is held when you book and charged only once a pro is assigned. Or pay cash on completion.',
  },
  {
    question: 'How do I follow my booking?',
    answer:
      'By your booking link: it stands on the confirmation, and we send it to you. It opens your booking on any device, without an account, so keep it to yourself.',
  },
  {
    question: 'What is the start code for?',
    answer:
      'It shows that the person at your door is your pro. It stands on your booking’s page once a pro is assigned, and we send it to you. Show it when they arrive; they type it to begin the work. After five wrong tries it is locked, and you make a new one on the page.',
  },
  {
    question: 'What does cancelling cost?',
    answer: (
      <>
        Often nothing. The{' '}
        <Link className="link" to={paths.cancellation}>
          Cancellation Policy
        </Link>{' '}
        has every case, and the fee is shown before you confirm.
      </>
    ),
  },
  {
    question: 'I lost my signal halfway. Is my booking gone?',
    answer:
      'No. What you entered is kept on your device for 7 days, and prices work without a signal. Only paying needs a connection.',
  },
  {
    question: 'No pro is assigned yet. What now?',
    answer:
      'Until one is, you can cancel free on your booking’s page. The hold on your card is then released and you pay nothing.',
  },
];

export function Component() {
  return (
    <PageLayout title="Help" heading="Help">
      <Part id="emergency" title="Something dangerous?">
        <p>
          Smell of gas or carbon monoxide alarm: call <GasNumbers />, free, day and night. Fire, or somebody
          hurt: <CallLink number={GENERAL_NUMBER.number} />.
        </p>
      </Part>
      <Part id="questions" title="Questions people ask">
        <div className="grid border-t border-line">
          {questions.map((item) => (
            <details key={item.question} className="group border-b border-line">
              <summary className="flex min-h-12 cursor-pointer items-center justify-between gap-4 py-2 font-[650] marker:content-none">
                {item.question}
                <span aria-hidden="true" className="text-l text-action group-open:rotate-45">
                  +
                </span>
              </summary>
              <div className="pb-4 text-muted">{item.answer}</div>
            </details>
          ))}
        </div>
      </Part>
      <Part id="contact" title="Write to us">
        <ContactForm />
      </Part>
      <Part id="pros" title="For pros">
        <p>
          <Link className="link" to={paths.master.register}>
            Create a pro account
          </Link>{' '}
          and complete your profile.
        </p>
      </Part>
      <div className="sm:max-w-[360px]">
        <ButtonLink to={paths.booking.create}>Request a Plumber</ButtonLink>
      </div>
    </PageLayout>
  );
}
