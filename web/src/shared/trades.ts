// Who does a job, by its problem type.
const trades: Record<string, string> = {
  boiler_service: 'plumber',
  leak: 'plumber',
  general_plumbing: 'plumber',
  toilet: 'plumber',
  drains: 'plumber',
  heating: 'plumber',
  socket: 'electrician',
  lights: 'electrician',
  loft_conversion: 'builder',
  building: 'builder',
  handyman: 'handyman',
  other: 'handyman',
};

/** 'plumber' for plumbing, and so on; 'pro' for a job that this version does not know. */
export function tradeOf(problemType: string): string {
  return trades[problemType] ?? 'pro';
}
