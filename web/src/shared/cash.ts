/** The most that a job may cost in cash, in pence: the server's `domain/cash.rs`. */
export const CASH_LIMIT = 50_000;
