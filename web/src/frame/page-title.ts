import { useLocation } from '@tanstack/react-router';
import { useEffect, useLayoutEffect } from 'react';
import { useTexts } from '../i18n/language.ts';
import { useSession } from '../session/session.ts';
import { railOf } from './rail.ts';

/** The title of the browser window: "Planning · Acme · Openslot". */
function useTitleOf(): (page: string) => string {
  const { appName } = useTexts();
  const { tenant } = useSession();
  return (page) => [page, tenant.name, appName].filter((part) => part !== '').join(' · ');
}

/** Set by a page that has a name of its own, such as a section of the administration. */
export function usePageTitle(page: string): void {
  const title = useTitleOf()(page);
  useEffect(() => {
    document.title = title;
  }, [title]);
}

/** The name that a page has in the rail. A layout effect, so that the page's own title comes later. */
export function useRailTitle(): void {
  const texts = useTexts();
  const session = useSession();
  const titleOf = useTitleOf();
  const { pathname } = useLocation();
  const stop = railOf(session).find(({ to }) => pathname === to || pathname.startsWith(`${to}/`));
  const own: Readonly<Record<string, string>> = {
    '/account': texts.myAccount,
    '/getting-started': texts.gettingStarted,
  };
  const title = titleOf(stop ? (texts[stop.text] as string) : (own[pathname] ?? ''));
  useLayoutEffect(() => {
    document.title = title;
  }, [title]);
}
