import { cx } from './cx';

export interface AvatarProps {
  name: string;
  /** The person's photo; initials without one. */
  url?: string | undefined;
  size?: 'small' | 'large';
  /** 'square' shows the whole picture, as a logo needs. */
  shape?: 'round' | 'square';
}

/** A person's photo or initials. Their name always stands beside it, so it is hidden from screen readers. */
export function Avatar({ name, url, size = 'small', shape = 'round' }: AvatarProps) {
  const box = cx(
    'shrink-0',
    size === 'small' ? 'size-11' : 'size-20 text-xl',
    shape === 'round' ? 'rounded-full object-cover' : 'rounded-medium object-contain',
  );
  if (url) return <img src={url} alt="" className={cx(box, 'bg-sunk')} />;
  return (
    <span
      aria-hidden="true"
      className={cx(box, 'grid place-items-center bg-copper-soft font-[700] text-copper')}
    >
      {initialsOf(name)}
    </span>
  );
}

/** The initials of the first and last name. */
function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends
    .map((word = '') => [...word][0])
    .join('')
    .toUpperCase();
}
