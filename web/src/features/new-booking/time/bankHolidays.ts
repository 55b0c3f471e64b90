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

/** Which country's holidays apply to a postcode; England and Wales if unknown. TD spans the border and counts as Scotland. */
function division(postcode: string): 'E' | 'S' | 'N' {
  const area = /^[A-Z]+/.exec(postcode.toUpperCase())?.[0] ?? '';
  if (area === 'BT') return 'N';
  return SCOTLAND.has(area) ? 'S' : 'E';
}

/** The bank holidays at this postcode, by day. They do not affect the price. */
export function bankHolidays(postcode: string): Map<string, string> {
  const where = division(postcode);
  const here = bankHolidayTable.filter(([, , divisions]) => divisions.includes(where));
  return new Map(here.map(([day, name]) => [day, name]));
}
