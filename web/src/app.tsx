import { useSuspenseQuery } from '@tanstack/react-query';
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Navigate,
  parseSearchWith,
  type RouteComponent,
  RouterProvider,
  stringifySearchWith,
} from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { Frame } from './frame/frame.tsx';
import { hasClock, landingOf } from './frame/rail.ts';
import { en, type Texts } from './i18n/en.ts';
import { type Language, languageOf, localeOf, SpeechContext, textsIn } from './i18n/language.ts';
import { isSignedIn, sessionQuery, useSession, useSessionActions } from './session/session.ts';
import { SignInPage } from './session/sign-in-page.tsx';

const RunningTimer = lazy(() => import('./timer/running-timer.tsx').then((file) => ({ default: file.RunningTimer })));

function FrameWithTimer() {
  const session = useSession();
  const timer = hasClock(session) && session.user.resourceNo !== null && (
    <Suspense>
      <RunningTimer />
    </Suspense>
  );
  return <Frame timer={timer} />;
}
const Landing = () => <Navigate to={landingOf(useSession())} replace />;

const root = createRootRoute({ component: FrameWithTimer });
const at = <Path extends string>(path: Path, component: RouteComponent) =>
  createRoute({ getParentRoute: () => root, path, component });

/** A value in an address is a number only where that reads the same: job 1e5 is not job 100000. */
function exactly(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (typeof value === 'number' && String(value) !== text) throw new SyntaxError('a text');
  return value;
}

const administration = lazyRouteComponent(
  () => import('./administration/administration-page.tsx'),
  'AdministrationPage',
);

const router = createRouter({
  basepath: '/app',
  parseSearch: parseSearchWith(exactly),
  stringifySearch: stringifySearchWith(JSON.stringify, exactly),
  routeTree: root.addChildren([
    at('/', Landing),
    at(
      '/planning',
      lazyRouteComponent(() => import('./planning/planning-page.tsx'), 'PlanningPage'),
    ),
    at(
      '/find-slot',
      lazyRouteComponent(() => import('./find-slot/find-slot-page.tsx'), 'FindSlotPage'),
    ),
    at(
      '/map',
      lazyRouteComponent(() => import('./map/map-page.tsx'), 'MapPage'),
    ),
    at(
      '/timesheets',
      lazyRouteComponent(() => import('./timesheets/timesheets-page.tsx'), 'TimesheetsPage'),
    ),
    at(
      '/timesheets/team',
      lazyRouteComponent(() => import('./timesheets/team-page.tsx'), 'TeamPage'),
    ),
    at(
      '/optimization',
      lazyRouteComponent(() => import('./optimization/runs-page.tsx'), 'RunsPage'),
    ),
    at(
      '/optimization/$id',
      lazyRouteComponent(() => import('./optimization/run-page.tsx'), 'RunPage'),
    ),
    at(
      '/recurring',
      lazyRouteComponent(() => import('./recurring/recurring-page.tsx'), 'RecurringPage'),
    ),
    at('/administration', administration),
    at('/administration/$section', administration),
  ]),
  defaultNotFoundComponent: Landing,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

/** Signed in, or not: everything else stands behind that. */
export function App() {
  const { data: session } = useSuspenseQuery(sessionQuery);
  const signedIn = isSignedIn(session);
  return (
    <Speaking own={signedIn ? session.user.language : undefined} keep={signedIn}>
      {/* A new tenant is a new page: nothing of the last one stays. */}
      {signedIn ? <RouterProvider key={session.tenant.name} router={router} /> : <SignInPage />}
    </Speaking>
  );
}

function Speaking({ own, keep, children }: { own: string | null | undefined; keep: boolean; children: ReactNode }) {
  const { prefer } = useSessionActions();
  const [chosen, setChosen] = useState<Language>();
  const language = chosen ?? languageOf(own, navigator.languages);
  const [texts, setTexts] = useState<Texts>(en);
  useEffect(() => {
    document.documentElement.lang = language;
    let current = true;
    void textsIn(language).then((found) => current && setTexts(found));
    return () => {
      current = false;
    };
  }, [language]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `prefer` is made anew with every look, and does the same
  const speech = useMemo(
    () => ({
      language,
      locale: localeOf(language, navigator.languages),
      texts,
      setLanguage: (next: Language) => {
        setChosen(next);
        if (keep) void prefer({ language: next });
      },
    }),
    [language, texts, keep],
  );
  return <SpeechContext value={speech}>{children}</SpeechContext>;
}
