// Places as spots on a plane. Over the few miles of a map, the earth is flat.

export interface Place {
  lat: number;
  lng: number;
}

/** Kilometres east and south of the origin. */
export interface Spot {
  x: number;
  y: number;
}

export interface Box extends Spot {
  width: number;
  height: number;
}

export type Projection = (place: Place) => Spot;

const KM_PER_DEGREE = 111.2;
/** A map shows at least this many kilometres across. */
const LEAST = 1;
/** This share of what is shown is left free on each side. */
const PADDING = 0.25;

export function projectionAround(origin: Place): Projection {
  const narrowing = Math.cos((origin.lat * Math.PI) / 180);
  return ({ lat, lng }) => ({
    x: (lng - origin.lng) * narrowing * KM_PER_DEGREE,
    y: (origin.lat - lat) * KM_PER_DEGREE,
  });
}

/** The box around these spots, with its padding. */
export function boxAround(spots: readonly Spot[]): Box {
  const [x, width] = padded(spots.map((spot) => spot.x));
  const [y, height] = padded(spots.map((spot) => spot.y));
  return { x, y, width, height };
}

/** Start and length of the stretch that holds these numbers. */
function padded(numbers: readonly number[]): [start: number, length: number] {
  const least = Math.min(...numbers);
  const most = Math.max(...numbers);
  const length = Math.max((most - least) * (1 + 2 * PADDING), LEAST);
  return [(least + most - length) / 2, length];
}
