const LENGTH = 2 * Math.PI * 20;

interface CountdownProps {
  seconds: number;
  /** Of a full ring. */
  of: number;
}

/** The seconds left to answer, in a ring that empties. Not announced by itself: a number every second would drown everything else. */
export function Countdown({ seconds, of }: CountdownProps) {
  const gone = LENGTH * (1 - Math.min(1, seconds / of));
  return (
    <span
      role="timer"
      aria-label={`${seconds} ${seconds === 1 ? 'second' : 'seconds'} left`}
      className="relative grid size-12 shrink-0 place-items-center"
    >
      <svg aria-hidden="true" viewBox="0 0 48 48" className="absolute inset-0 -rotate-90" fill="none">
        <circle cx="24" cy="24" r="20" strokeWidth="4" className="stroke-line" />
        <circle
          cx="24"
          cy="24"
          r="20"
          strokeWidth="4"
          strokeDasharray={LENGTH}
          strokeDashoffset={gone}
          className="stroke-copper-line transition-[stroke-dashoffset] duration-1000 ease-linear"
        />
      </svg>
      <span aria-hidden="true" className="num text-m font-[700]">
        {seconds}
      </span>
    </span>
  );
}
