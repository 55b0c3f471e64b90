// Every screen with text at 200%, by the browser's own font size.
import config from './playwright.config';
import { testEveryScreen } from './support/screens';
import { test } from './support/test';

const { launchOptions } = config.use ?? {};

test.use({
  launchOptions: {
    ...launchOptions,
    args: [...(launchOptions?.args ?? []), '--blink-settings=defaultFontSize=32'],
  },
});

testEveryScreen([
  { width: 375, height: 667 },
  { width: 1440, height: 900 },
]);
