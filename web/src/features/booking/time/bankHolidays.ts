import { bankHolidayTable } from './bankHolidayTable';

const SCOTLAND = new Set([
  'AB',
  'DD',
  'DG',
  'EH',
  'FK',
  'G',
  'HS',
  'IV',
  'KA',
  'KW',
  'KY',
  'ML',
  'PA',
  'PH',
  'TD',
  'ZE',
]);

/** Which table a postcode falls under; England and Wales when it is not known. TD lies on the border and counts as Scotland. */
function division(postcode: string): 'E' | 'S' | 'N' {
  const area = /^[A-Z]+/.exec(postcode.toUpperCase())?.[0] ?? '';
  if (area === 'BT') return 'N';
  return SCOTLAND.has(area) ? 'S' : 'E';
}

/** Day → name of the bank holidays where this postcode is. They change no price (decisions.md section 4). */
export function bankHolidays(postcode: string): Map<string, string> {
  const where = division(postcode);
  const here = bankHolidayTable.filter(([, , divisions]) => divisions.includes(where));
  return new Map(here.map(([day, name]) => [day, name]));
}
