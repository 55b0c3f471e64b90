import { useState } from 'react';
import { type Place, placeOf } from './area';

const REFUSED = 'Your browser does not share your location. Your postcode is enough.';
const NOT_FOUND = 'Your location could not be found. Try again, or leave it: your postcode is enough.';

/** Milliseconds to wait for a location. */
const TIMEOUT = 15_000;

/** Asks the browser where it is: only when told to, and only where it can. */
export function useLocation(onFound: (place: Place) => void) {
  const [isAsking, setAsking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  function ask() {
    setAsking(true);
    setProblem(null);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setAsking(false);
        onFound(placeOf(coords));
      },
      (error) => {
        setAsking(false);
        setProblem(error.code === error.PERMISSION_DENIED ? REFUSED : NOT_FOUND);
      },
      { timeout: TIMEOUT, maximumAge: TIMEOUT },
    );
  }

  return { isPossible: 'geolocation' in navigator, isAsking, problem, ask };
}
