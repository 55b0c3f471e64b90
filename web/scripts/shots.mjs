// Takes screenshots: npm run shots -- /booking/create /terms [--base=http://127.0.0.1:5173] [--out=/tmp/shots] [--draft=draft.json]
// Each address is taken at 390 and 1440 px, light and dark. `--draft` puts a booking draft into browser storage first; `--widths=320,390`
// changes the widths.
import { mkdirSync, readFileSync } from 'node:fs';
import { chromium } from '@playwright/test';

const options = {
  base: 'http://127.0.0.1:5173',
  out: '/tmp/shots',
  draft: '',
  widths: '390,1440',
  themes: 'light,dark',
};
const addresses = [];
for (const word of process.argv.slice(2)) {
  const option = /^--(\w+)=(.*)$/.exec(word);
  if (option) options[option[1]] = option[2];
  else addresses.push(word);
}
mkdirSync(options.out, { recursive: true });

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
for (const width of options.widths.split(',').map(Number)) {
  for (const theme of options.themes.split(',')) {
    const context = await browser.newContext({
      viewport: { width, height: width < 800 ? 844 : 900 },
      colorScheme: theme,
    });
    if (options.draft) {
      const kept = JSON.stringify({
        version: 1,
        savedAt: Date.now(),
        draft: JSON.parse(readFileSync(options.draft, 'utf8')),
      });
      await context.addInitScript((value) => localStorage.setItem('callout.draft', value), kept);
    }
    const page = await context.newPage();
    page.on('pageerror', (error) => console.log(`page error: ${error.message}`));
    page.on('console', (message) => message.type() === 'error' && console.log(`console: ${message.text()}`));
    for (const address of addresses) {
      await page.goto(options.base + address, { waitUntil: 'networkidle' });
      await page.evaluate(() => document.fonts.ready);
      const scroll = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      if (scroll > 0) console.log(`${address} at ${width}px scrolls sideways by ${scroll}px`);
      const name = `${address.replace(/\W+/g, '-').replace(/^-|-$/g, '') || 'landing'}-${width}-${theme}.png`;
      await page.screenshot({ path: `${options.out}/${name}`, fullPage: true });
      console.log(`${options.out}/${name}`);
    }
    await context.close();
  }
}
await browser.close();
