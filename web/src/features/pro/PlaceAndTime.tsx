import { placeText, soonOf } from './words';

interface PlaceAndTimeProps {
  district: string;
  distance: number | undefined;
  time: Parameters<typeof soonOf>[0];
}

/** 'SW1A, 2.1 km, Tue 24 Nov, 11:00–13:00'; broken between the two if it has to be. */
export function PlaceAndTime({ district, distance, time }: PlaceAndTimeProps) {
  return (
    <p className="num text-s text-muted [overflow-wrap:anywhere]">
      <span className="inline-block">{placeText(district, distance)},</span>{' '}
      <span className="inline-block">{soonOf(time)}</span>
    </p>
  );
}
