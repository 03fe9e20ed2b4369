import { expect, test } from 'vitest';
import { hiddenUrl } from '../../../src/platform/http/hidden-url.ts';

const SECRET = '5ec7e75ec7e7';

test.each([
  `/feed/${SECRET}.ics`,
  `//FEED//${SECRET}`,
  `/v0.1/feed/${SECRET}?x=1`,
  `/%66eed/${SECRET}.ics`,
  `/%66%45%65d/${SECRET}`,
  `/x%2Ffeed%2F${SECRET}`,
  `/feed/${SECRET}%zz`,
  `http://host/feed/${SECRET}`,
  `/feed/../feed/${SECRET}`,
  `/invitation/${SECRET}/accept`,
  `/%69nvitation//${SECRET}`,
  `/changes?token=${SECRET}`,
  `/changes?a=1&access_token=${SECRET}&b=2`,
  `/changes?ACCESS%5fT%6fKEN=${SECRET}`,
  `/invitation?token=${SECRET}`,
  `/x?apiKey=${SECRET}`,
  `/x?api_key=${SECRET}#y`,
  `/x?X-API-KEY=${SECRET}`,
  `/x?password=${SECRET}&password=${SECRET}`,
  `/x?a[secret]=${SECRET}`,
  `/x?a=1;token=${SECRET}`,
  `/x#access_token=${SECRET}`,
])('%s is shown without its secret', (url) => {
  expect(hiddenUrl(url)).not.toContain(SECRET);
  expect(hiddenUrl(url)).toContain('[hidden]');
});

test.each(['/', '/job?limit=10&sort=no', '/changes?after=12&wait=60&key=ERP', '/resource/feed', '/a%20b?c=%zz'])(
  '%s is shown as it is',
  (url) => expect(hiddenUrl(url)).toBe(url),
);
