const START = '/app/';
const LONGEST = 500;
/** Any origin will do: it shows whether the text leads away from it. */
const ORIGIN = 'http://application.invalid';

/** Where a browser goes after sign-in: a page of the application, and never another site, whatever was sent. */
export function returnPath(sent: string | undefined): string {
  if (sent === undefined || sent.length > LONGEST || !sent.startsWith('/') || !URL.canParse(sent, ORIGIN)) return START;
  const { origin, pathname, search, hash } = new URL(sent, ORIGIN);
  const isPage = origin === ORIGIN && pathname.startsWith(START) && !pathname.includes('//');
  return isPage && !pathname.startsWith(`${START}sign-in`) ? `${pathname}${search}${hash}` : START;
}
