import { call } from './client';

export interface SupportMessage {
  name: string;
  email: string;
  message: string;
  bookingId?: string;
}

/** 422 with the fields that are wrong; 429 after too many messages. */
export async function sendSupportMessage(message: SupportMessage): Promise<void> {
  await call('/support', { method: 'POST', json: message });
}
