// The screens of a job, the pro's and the client's, on the narrowest phone and a desktop, in light and dark.
import { expectAccessible } from './support/axe';
import { jobSettings, walkThroughJob } from './support/jobScreens';
import { test } from './support/test';

const sizes = {
  narrow: { width: 320, height: 640 },
  desk: { width: 1440, height: 900 },
};

for (const [name, viewport] of Object.entries(sizes)) {
  test.describe(name, () => {
    test.use({ viewport, settings: jobSettings });
    // Axe checks some forty screens, in light and in dark.
    test.setTimeout(360_000);

    test('a job from offer to end', async ({ page, api, account, openProArea }) => {
      await walkThroughJob({ page, api, account, openProArea }, expectAccessible);
    });
  });
}
