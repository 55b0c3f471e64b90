// One line a figure: what was measured, its limit, and whether it holds. A missed limit makes the process end with 1.

/** @param {{ name: string, value: number, unit: string, atMost?: number, atLeast?: number }} measured */
export function figure({ name, value, unit, atMost, atLeast }) {
  const holds = (atMost === undefined || value <= atMost) && (atLeast === undefined || value >= atLeast);
  const limit = atMost === undefined ? `>= ${atLeast}` : `<= ${atMost}`;
  const shown = Number.isInteger(value) ? value : value.toFixed(2);
  console.log(`${holds ? 'ok    ' : 'MISSED'} ${name.padEnd(52)} ${shown} ${unit} (limit ${limit})`);
  if (!holds) process.exitCode = 1;
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}
