// Numbers to call in an emergency, as part of a sentence: each one dials.
import { Fragment } from 'react';
import { GAS_NUMBERS, telephone } from '@/shared/emergencyNumbers';

export function CallLink({ number }: { number: string }) {
  return (
    <a className="link num whitespace-nowrap" href={telephone(number)}>
      {number}
    </a>
  );
}

/** 'the National Gas Emergency Service on 0800 111 999 or the Northern Ireland Gas Emergency Service on 0800 002 001': for where nobody knows the
 *  area. */
export function GasNumbers() {
  return GAS_NUMBERS.map(({ name, number }, index) => (
    <Fragment key={number}>
      {index > 0 && ' or '}
      the {name} on <CallLink number={number} />
    </Fragment>
  ));
}
