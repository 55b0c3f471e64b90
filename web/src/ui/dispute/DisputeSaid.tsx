// What was said in a dispute, and how it was decided.
import type { ReactNode } from 'react';
import type { Appeal, Dispute } from '@/api/types';
import { formatPenceExact } from '@/shared/money';
import { disputeReasons } from './reasons';

interface DisputeSaidProps {
  dispute: Dispute;
  /** Whose page it is. */
  reader: 'client' | 'pro';
  /** How this reader fetches a photo. */
  photo: (url: string, alt: string) => ReactNode;
}

/** The client's words and photos, the pro's answer, the verdict, and the appeal against it. */
export function DisputeSaid({ dispute, reader, photo }: DisputeSaidProps) {
  const isClient = reader === 'client';
  const { origin, reason, text, photos, answer, answer_photos: answerPhotos, verdict, appeal } = dispute;
  return (
    <>
      {origin === 'client' && (
        <Said title={isClient ? 'What you said' : 'What the client says'}>
          <p className="font-[650]">{disputeReasons[reason]}</p>
          <Words text={text} />
          {photos.map((url, index) => (
            <div key={url}>{photo(url, `The client's photo ${index + 1} of ${photos.length}`)}</div>
          ))}
        </Said>
      )}
      {answer !== undefined && (
        <Said title={isClient ? 'What your pro says' : 'Your answer'}>
          <Words text={answer} />
          {answerPhotos.map((url, index) => (
            <div key={url}>{photo(url, `The pro's photo ${index + 1} of ${answerPhotos.length}`)}</div>
          ))}
        </Said>
      )}
      {verdict !== undefined && (
        <Said title="The decision">
          <Words text={verdict} />
        </Said>
      )}
      {appeal !== undefined && <AppealSaid appeal={appeal} reader={reader} />}
    </>
  );
}

function AppealSaid({ appeal, reader }: { appeal: Appeal; reader: DisputeSaidProps['reader'] }) {
  const { by, text, verdict } = appeal;
  const others = reader === 'client' ? "Your pro's appeal" : "The client's appeal";
  return (
    <>
      <Said title={by === reader ? 'Your appeal' : others}>
        <Words text={text} />
      </Said>
      {verdict === undefined ? (
        <p role="status">We'll look at it again and let you know.</p>
      ) : (
        <Said title="The decision on the appeal">
          <p className="num font-[650]">{outcome(appeal, reader)}</p>
          <Words text={verdict} />
        </Said>
      )}
    </>
  );
}

/** What the appeal has changed. */
function outcome(
  { refund_pence: refund = 0, made_good_pence: madeGood = 0 }: Appeal,
  reader: DisputeSaidProps['reader'],
): string {
  const isClient = reader === 'client';
  if (refund > 0) return `${isClient ? 'You get' : 'The client gets'} ${formatPenceExact(refund)} more back.`;
  if (madeGood === 0) return 'The first decision stands.';
  return isClient
    ? 'You keep your refund. We are paying your pro back from our own money.'
    : `You get ${formatPenceExact(madeGood)} back from us. The client keeps the refund.`;
}

function Said({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-1 gap-2">
      <h3 className="text-s text-muted">{title}</h3>
      {children}
    </div>
  );
}

function Words({ text }: { text: string }) {
  return (
    <p dir="auto" className="whitespace-pre-line [overflow-wrap:anywhere]">
      {text}
    </p>
  );
}
