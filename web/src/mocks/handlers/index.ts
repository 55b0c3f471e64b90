// All that the mock answers. What it does not know is refused in words that the screens show.
import { http } from 'msw';
import { problem, Refusal } from '../route';
import { accountHandlers } from './accounts';
import { bookingHandlers } from './bookings';
import { changeHandlers } from './changes';
import { chatHandlers } from './chat';
import { fileHandlers } from './files';
import { jobHandlers } from './jobs';
import { ownDataHandlers } from './ownData';
import { paperHandlers } from './papers';
import { paymentHandlers } from './payments';
import { payoutHandlers } from './payouts';
import { pricingHandlers } from './pricing';
import { proHandlers } from './pro';
import { reportHandlers } from './reports';
import { streamHandlers } from './streams';
import { trainingHandlers } from './training';

export { chatSocket } from './chat';

const NOT_PART = 'This is not part of the demonstration.';

export const handlers = [
  ...pricingHandlers,
  ...accountHandlers,
  ...paymentHandlers,
  ...bookingHandlers,
  ...changeHandlers,
  ...jobHandlers,
  ...chatHandlers,
  ...streamHandlers,
  ...payoutHandlers,
  ...trainingHandlers,
  ...proHandlers,
  ...paperHandlers,
  ...ownDataHandlers,
  ...reportHandlers,
  ...fileHandlers,
  http.get('*/healthz', () => Response.json({ status: 'ok' })),
  http.all('*/api/*', () => problem(new Refusal(501, 'not_in_demo', NOT_PART))),
];
