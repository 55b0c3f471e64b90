// Random pricing requests from a seed: sensible ones, ones at the limits, and nasty ones.
import { readFileSync } from 'node:fs';

/** A small generator of random numbers (mulberry32): the same seed, the same requests, on every machine. */
function generator(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const table = readFileSync(new URL('../../pricing-core/data/districts.txt', import.meta.url), 'utf8').trim().split('\n');
const AREAS = table.map((line) => line.split(' ')[0]);
const WORDS = `leak leaking tap taps pipe toilet loo sink shower boiler service servicing socket switch breaker outlet loft conversion
attic drip dripping water new replace fit mixer trap rewire whole house paint consumer unit and also plus lawn mow hiring gas hob kitchen bathroom under upstairs the a my is has won't not working broken blocked drain plughole cistern
stopcock consumer unit fuse lights flicker radiator cold hot heating immersion shelf shelves door handle wall roof gutter car bike
phone dog smell gas sparks burning smoke carbon monoxide alarm electric buzzing hot flue headaches no fishy wires damp bolier tiolet radaitor tape help please since yesterday`
  .split(/\s+/)
  .concat(['naïve', 'ПРОТЕЧКА', '漏水', '😱', '\u0000', '\u202e', 'ﬁtting', 'ẞ', 'İ', '\u2019', '"', '\\', '</script>', '\n', '\t', '1/2', '£50']);
const STATUSES = ['created', 'paid', 'pending', 'accepted', 'confirmed', 'assigned', 'en_route', 'in_progress', 'completed', 'cancelled', 'no_response', 'asleep'];
const TYPES = ['boiler_service', 'leak', 'socket', 'loft_conversion', 'general_plumbing', 'toilet', 'drains', 'lights', 'handyman', 'heating', 'building', 'other', 'nope', ''];
const FIXES = ['general', 'leak', 'boiler', 'socket', 'replace_tap', 'clear_trap', 'nope'];
const COUPONS = ['WELCOME10', 'welcome10', ' SAVE15 ', 'PRIORITY5', 'DRAIN20', 'FREECALL', 'NOPE', '', 'ÄÖÜ', 'x'.repeat(40)];
const KINDS = ['line', 'text', 'email', 'phone', 'postcode', 'area', 'signInCode', 'startCode', 'amount', 'pounds', 'utr', 'vatNumber', 'nope'];
const TYPED = JSON.parse(readFileSync(new URL('../fixtures/typed.json', import.meta.url), 'utf8')).map((entry) => entry.in.text);
const DANGERS = ['gas', 'carbon_monoxide', 'water_on_electrics', 'electrics', 'flood'];
const ODD = [null, true, 0, -1, 1.5, 1e21, 1e-7, 97.505, '', 'x', [], {}, '18:30', -0];

/** Returns a function that draws one request line after another. */
export function randomRequests(seed) {
  const random = generator(seed);
  const chance = (share) => random() < share;
  const whole = (low, high) => low + Math.floor(random() * (high - low + 1));
  const pick = (list) => list[whole(0, list.length - 1)];
  const digits = (value, width) => String(value).padStart(width, '0');

  const text = () => Array.from({ length: whole(0, chance(0.02) ? 400 : 14) }, () => pick(WORDS)).join(chance(0.97) ? ' ' : '');
  /** A real district: the table writes ranges ('1-21') and letters after a number ('1AEH'). */
  const district = () => {
    const [area, ...groups] = pick(table).split(' ');
    const [, first, last, letters] = pick(groups).match(/^(\d+)(?:-(\d+))?([A-Z]*)$/);
    return `${area}${last ? whole(Number(first), Number(last)) : first}${letters ? pick([...letters]) : ''}`;
  };
  const postcode = () => {
    const prefix = chance(0.7) ? district() : `${pick(AREAS)}${chance(0.8) ? whole(0, 99) : ''}${chance(0.15) ? pick([...'ABEHPWXY']) : ''}`;
    if (chance(0.1)) return pick(['', ' ', 'ZZ9', '1', '漏水', 'B', 'A', [...text()].slice(0, 6).join('')]);
    return chance(0.2) ? `${prefix} ${whole(0, 9)}${pick([...'ABDEFGIK'])}${pick([...'ABDEFGOV'])}`.toLowerCase() : prefix;
  };
  const pence = () => pick([whole(0, 30_000), whole(-10, 10), whole(0, 2_000_000), whole(999_999_990, 1_000_000_010), 3999, 4000, 11999, 12000]);
  const pounds = () => pick([whole(-10, 20), whole(0, 3000) / 100, whole(0, 100_001), pick([0.005, 97.5, 1e9, -5.25])]);
  const urgency = () => pick(['EMERGENCY', 'ASAP', 'SCHEDULED', 'SCHEDULED', chance(0.05) ? 'NOW' : 'ASAP']);
  const tier = () => pick(['ECONOMY', 'STANDARD', 'PRIORITY', chance(0.05) ? 'GOLD' : 'STANDARD']);
  const time = () => (chance(0.05) ? pick(['24:00', '9:00', 'noon', '']) : `${digits(whole(0, 23), 2)}:${digits(whole(0, 59), 2)}`);
  const now = () => {
    if (chance(0.05)) return pick(['2026-02-29T10:00', '2026-11-21', '1999-12-31T10:00', '3000-01-01T00:00', '2999-12-20T10:00', '']);
    return `${whole(2024, 2032)}-${digits(whole(1, 12), 2)}-${digits(whole(1, chance(0.2) ? 31 : 28), 2)}T${digits(whole(0, 23), 2)}:${digits(whole(0, 59), 2)}`;
  };

  const answers = () => Array.from({ length: whole(0, 3) }, () => ({ kind: pick(DANGERS), yes: chance(0.5) }));

  const inputs = {
    estimate: () => ({
      text: text(),
      postcode: postcode(),
      ...(chance(0.15) && { quickFix: pick(FIXES) }),
      ...(chance(0.15) && { problemTypeToUse: pick(TYPES) }),
      ...(chance(0.15) && { dangerAnswers: answers() }),
    }),
    classify: () => ({ text: text() }),
    emergencyNumbers: () => (chance(0.2) ? {} : { postcode: postcode() }),
    region: () => ({ postcode: postcode() }),
    slots: () => ({ now: now(), cheaper: chance(0.5) }),
    refine: () => ({ urgency: urgency(), ...(chance(0.6) && { time: time() }), ...(chance(0.6) && { baseGBP: pounds() }) }),
    coupon: () => ({
      code: pick(COUPONS),
      amountPence: pence(),
      currency: chance(0.95) ? 'GBP' : pick(['EUR', 'gbp', '']),
      ...(chance(0.3) && { firstBooking: chance(0.5) }),
    }),
    quote: () => ({
      basePence: pence(),
      tier: tier(),
      urgency: urgency(),
      ...(chance(0.6) && { slotDeltaGBP: pounds() }),
      ...(chance(0.3) && { time: time() }),
      ...(chance(0.5) && { couponCode: pick(COUPONS) }),
      currency: chance(0.97) ? 'GBP' : 'USD',
      ...(chance(0.3) && { firstBooking: chance(0.5) }),
    }),
    budget: () => ({ totalPence: pence(), ...(chance(0.6) && { budgetGBP: pounds() }) }),
    fee: () => ({ amountPence: pence() }),
    typed: () => ({ kind: pick(KINDS), text: pick([text(), postcode(), String(pounds()), `£${pounds()}`, pick(TYPED)]) }),
    cancellation: () => ({
      amountPence: pence(),
      status: pick(STATUSES),
      urgency: urgency(),
      minutesSinceBooking: whole(-5, 3000),
      ...(chance(0.7) && { minutesToSlot: whole(-3000, 5000) }),
      ...(chance(0.3) && { openPrice: chance(0.5) }),
    }),
  };
  // A month of slots is a long answer: drawn less often than the others.
  const functions = Object.keys(inputs).flatMap((fn) => Array(fn === 'slots' ? 1 : 6).fill(fn));

  /** Makes one field odd, drops it, or breaks the line. */
  const spoil = (fn, input) => {
    const field = pick(Object.keys(input));
    if (chance(0.3)) delete input[field];
    else input[field] = pick(ODD);
    const line = JSON.stringify({ fn, in: input });
    if (chance(0.8)) return line;
    return chance(0.5) ? line.slice(0, whole(0, line.length)) : line.replace(pick([...':,{}"']), pick([...'x[]"{,']));
  };

  return () => {
    const fn = chance(0.005) ? 'nonsense' : pick(functions);
    const input = (inputs[fn] ?? inputs.fee)();
    const line = chance(0.08) ? spoil(fn, input) : JSON.stringify({ fn, in: input });
    // A request is one line.
    return line.replaceAll('\n', ' ').replaceAll('\r', ' ');
  };
}
