import { existsSync } from 'node:fs';

const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** What a browser without a screen and without a sandbox needs to be told. */
export const BROWSER_FLAGS =
  '--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'.split(
    ' ',
  );

/** CHROMIUM_PATH, then where Chromium and Chrome are as a rule. */
export const findBrowser = (): string | undefined =>
  [process.env['CHROMIUM_PATH'] ?? '', ...PLACES].find((place) => place !== '' && existsSync(place));
