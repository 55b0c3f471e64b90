// Renders the app icons from the logo with Chromium: node scripts/icons.mjs. The PNGs in public/icons are committed.
import { chromium } from '@playwright/test';

const mark = `<path d="M19.5 9.2a7 7 0 1 0 0 9.6" stroke="#d98a57" stroke-width="4.2" stroke-linecap="round"/><circle cx="20.4" cy="14" r="2.1" fill="#fff"/>`;
const rounded = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 28 28" fill="none" width="100%" height="100%"><rect width="28" height="28" rx="6.5" fill="#0e5566"/>${mark}</svg>`;
// A maskable icon fills its whole square, and the mark stays inside the safe circle of 80%.
const maskable = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-5 -5 38 38" fill="none" width="100%" height="100%"><rect x="-5" y="-5" width="38" height="38" fill="#0e5566"/>${mark}</svg>`;

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
for (const [name, size, svg] of [
  ['icon-192', 192, rounded],
  ['icon-512', 512, rounded],
  ['maskable-512', 512, maskable],
]) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(
    `<style>html,body{margin:0;background:transparent}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`,
  );
  await page.screenshot({
    path: new URL(`../public/icons/${name}.png`, import.meta.url).pathname,
    omitBackground: true,
  });
  await page.close();
}
await browser.close();
