/** Multiplies every timeout, for a busy machine: E2E_PATIENCE=4. */
export const patience = Number(process.env.E2E_PATIENCE || 1);
