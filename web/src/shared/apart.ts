/** So many milliseconds, or by chance up to a half less or more: whoever was cut off together does not come back together. */
export function apart(milliseconds: number): number {
  return milliseconds * (0.5 + Math.random());
}
