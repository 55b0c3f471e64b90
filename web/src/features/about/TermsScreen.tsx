import { Link } from 'react-router';
import { paths } from '@/shared/paths';
import { PageLayout } from '@/ui';
import { GasNumbers } from '@/ui/EmergencyNumbers';
import { useBookTerms } from './bookTerms';
import { CancellationTable } from './CancellationTable';
import { Part } from './Prose';

export function Component() {
  const terms = useBookTerms();
  return (
    <PageLayout title="Terms and Cancellation Policy" heading="Terms and Cancellation Policy">
      <Part id="service" title="What Callout does">
        <p>
          Callout is a marketplace. You describe a repair, we give you a price, and an independent
          tradesperson (a “pro”) takes the job. The contract for the work is between you and that pro. Callout
          arranges it as the pro’s agent and takes the payment for them: once you have paid Callout, you have
          paid the pro.
        </p>
      </Part>
      <Part id="pros" title="If you are a pro">
        <p>
          You sell your work to the client yourself. Callout is your agent: it finds the client, takes the
          payment for you and passes it on. For that service you pay Callout{' '}
          {terms ? `${terms.fee}% of the price of` : 'a fee for'} each job you do; offers cost nothing. Every
          offer shows the fee before you accept it, and we give you at least 15 days’ notice of any increase.
        </p>
      </Part>
      <Part id="price" title="The price">
        <ul>
          <li>
            The total you see before you confirm includes VAT and the call-out. There is no card surcharge.
          </li>
          <li>
            A quote is valid for {terms ? `${terms.quoteMinutes} minutes` : 'the time shown with it'}. What is
            shown is what is charged.
          </li>
          <li>
            If the job turns out bigger, the pro proposes a new price. Nothing goes on until you approve it.
          </li>
          <li>
            A budget you name yourself is the whole price. A pro may accept it or propose another, which you
            may refuse.
          </li>
          <li>
            Where pros name the price, you choose among what they name. Nothing is agreed before you do.
          </li>
        </ul>
      </Part>
      <Part id="payment" title="Payment">
        <ul>
          <li>
            Card: the amount is held when you book and charged only when a pro accepts. If nobody does, it is
            released.
          </li>
          <li>Cash: you pay the pro on completion.</li>
        </ul>
      </Part>
      <Part id="visit" title="The visit">
        <ul>
          <li>
            From assignment on, your booking shows a four-digit start code. Your pro begins the work by it, so
            show it at the door and never give it out by phone.
          </li>
          <li>
            If you can't be reached, the pro may begin at your address with a photo and a reason. We tell you
            at once.
          </li>
          <li>
            At the end the pro adds photos of the finished work, or says why there are none. You and the pro
            see them for 12 months.
          </li>
        </ul>
      </Part>
      <Part id="cancellation" title="Cancellation Policy">
        <p>
          You can cancel at any time before the work begins. The fee, if any, is shown before you confirm.
        </p>
        <CancellationTable />
      </Part>
      <Part id="cooling-off" title="Your 14 days">
        <p>
          As a consumer you may cancel a service bought online within 14 days. When you book a visit inside
          those 14 days you ask for the work to start early: if you then cancel, you pay for what was done
          until then, and once the work is complete the right ends. For an emergency visit you have called us
          out for urgent repairs, so the 14 days do not apply to it. This takes nothing from your other rights
          under the Consumer Rights Act 2015.
        </p>
      </Part>
      <Part id="disputes" title="If something went wrong">
        <p>
          Within 14 days of the job’s completion, or of a cancellation you were charged for, you can report a
          problem from your booking, with a reason and photos. The pro can answer, what you paid by card is
          kept back meanwhile, and we decide on a refund. Your statutory rights remain: they last longer than
          14 days, and our decision does not limit them.
        </p>
      </Part>
      <Part id="gas" title="Gas and safety">
        <p>
          Gas work is offered only to Gas Safe registered pros. If you smell gas, don’t book: call{' '}
          <GasNumbers />.
        </p>
      </Part>
      <p className="text-s text-muted">
        Questions? See{' '}
        <Link className="link" to={paths.support}>
          Help
        </Link>
        .{terms && ` Price book ${terms.version}.`}
      </p>
    </PageLayout>
  );
}
