// Debian's two builds of Chromium, and the flags that both are started with.

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The browser as people have it; its notifications need it. */
export const chromium = { executablePath: process.env.CHROMIUM || '/usr/bin/chromium', args };

/** The same engine without windows of its own, as Playwright has it by default: the journeys take a fifth less. Chromium where it is missing. */
export const headlessShell = {
  executablePath: process.env.CHROMIUM_HEADLESS_SHELL || chromium.executablePath,
  args,
};
