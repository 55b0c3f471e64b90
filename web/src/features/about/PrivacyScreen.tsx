import { PageLayout } from '@/ui';
import { Part } from './Prose';

export function Component() {
  return (
    <PageLayout title="Privacy" heading="Privacy">
      <Part id="what" title="What we keep">
        <ul>
          <li>
            What you tell us for a booking: the description, your photo, name, mobile, email if you give one,
            and the address.
          </li>
          <li>
            What happened to the booking and what was paid. Card numbers go to the card provider and never to
            us.
          </li>
          <li>
            If you turn notifications on, where your browser’s push service takes them, until you log out. The
            service cannot read them, and no address is in them.
          </li>
        </ul>
      </Part>
      <Part id="why" title="Why">
        <p>
          To price the job, find a pro, take the payment, and answer you if something goes wrong. Nothing is
          sold or used for advertising.
        </p>
      </Part>
      <Part id="who" title="Who sees it">
        <ul>
          <li>Pros who are offered the job see the problem, the photo, the district and the time.</li>
          <li>Only the pro who takes the job sees your address, phone number and entry notes.</li>
          <li>
            Somebody you send the live link to sees the status, the town and the pro’s first name: no phone,
            email or house number.
          </li>
        </ul>
      </Part>
      <Part id="device" title="On this device">
        <p>
          An unfinished booking, its photo and the price book are kept in this browser, so that you can go on
          after a reload or without a signal, and, if you sign in, your session. An unfinished booking goes
          after 7 days, or when you log out. Of the bookings you have looked at, the status, time, address
          and, without an account, your booking link are kept so that you can read them without a signal; they
          go a day after the visit, or when you log out. There are no tracking cookies. One strictly necessary
          cookie is set when you sign in: for 180 days it lets this browser try again when strangers who know
          your email have used up their tries. It opens nothing, and says nothing to anybody else.
        </p>
        <p>
          Your pro’s browser keeps the job in the same way, with your name, phone, address, how to get in and
          your chat, so that it opens without a signal. What a pro does there without one waits in it until it
          is sent, photos for 7 days at most.
        </p>
      </Part>
      <Part id="chat" title="Chat">
        <p>
          What you and your pro write to each other is seen by the two of you, not by another pro who takes
          the job later. Phone numbers and emails are hidden in it. It is kept for 12 months, and goes when
          you have your data erased. A message that could not be sent yet waits in this browser until you log
          out.
        </p>
      </Part>
      <Part id="reviews" title="Reviews">
        <p>
          What you write about a pro after a job is shown to everybody on the pro’s public page, without your
          name. Phone numbers and emails are hidden in it. Its words go when you have your data erased.
        </p>
      </Part>
      <Part id="photos" title="Photos">
        <p>
          Photos are re-encoded and their location data removed before they are stored. Photos that never
          reach a booking go after 24 hours. At the end of a job the pro takes photos of the finished work,
          which the two of you see, and our team, who leave a record each time they look; they go 12 months
          later, or when you have your data erased.
        </p>
      </Part>
      <Part id="rights" title="Your rights">
        <p>
          Under the UK GDPR you may see, correct, move or erase what we hold about you, and complain to the
          Information Commissioner’s Office. After that, our books keep your bookings without your name and
          contact details. Tax law requires more for receipts over £250 from VAT-registered pros: we keep them
          whole, but sealed, for 6 years after the end of the financial year.
        </p>
        <p>
          If you have ever booked, we keep a code made from your email and phone number for 12 months after
          your data is erased, so that a coupon for first bookings is not given twice. Neither can be read
          back from the code.
        </p>
      </Part>
    </PageLayout>
  );
}
