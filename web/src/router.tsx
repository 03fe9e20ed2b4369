import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Navigate,
  parseSearchWith,
  type RouteComponent,
  stringifySearchWith,
} from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { momentIn, setOpenMoment } from './api/as-of.ts';
import { draftIn, setOpenDraft } from './api/draft.ts';
import { Frame } from './frame/frame.tsx';
import { canRegisterTime } from './frame/rail.ts';
import { SearchButton } from './search/search-button.tsx';
import { mayOpen } from './session/may.ts';
import type { PageName } from './session/page-needs.ts';
import { useSession } from './session/session.ts';
import { Landing } from './welcome/landing.tsx';

const RunningTimer = lazy(() =>
  import('./time/timer/running-timer.tsx').then((file) => ({ default: file.RunningTimer })),
);

function FrameWithTimer() {
  const session = useSession();
  const timer = canRegisterTime(session) && session.user.resourceNo !== null && (
    <Suspense>
      <RunningTimer />
    </Suspense>
  );
  return <Frame timer={timer} search={<SearchButton />} />;
}

const root = createRootRoute({ component: FrameWithTimer });
const at = <Path extends string>(path: Path, component: RouteComponent) =>
  createRoute({ getParentRoute: () => root, path, component });

/** A page for those who may open it; others go to their start page. */
const guarded =
  (page: PageName, Page: RouteComponent): RouteComponent =>
  () =>
    mayOpen(useSession(), page) ? <Page /> : <Navigate to="/" replace />;

/** Each screen is a separate chunk, loaded when it is opened. */
const PlanningPage = lazyRouteComponent(() => import('./planning/planning-page.tsx'), 'PlanningPage');
const FindSlotPage = lazyRouteComponent(() => import('./slots/slots-page.tsx'), 'SlotsPage');
const MapPage = lazyRouteComponent(() => import('./map/map-page.tsx'), 'MapPage');
const RunsPage = lazyRouteComponent(() => import('./optimization/runs-page.tsx'), 'RunsPage');
const RunPage = lazyRouteComponent(() => import('./optimization/run-page.tsx'), 'RunPage');
const SeriesPage = lazyRouteComponent(() => import('./series/series-page.tsx'), 'SeriesPage');
const MyDayPage = lazyRouteComponent(() => import('./my-day/my-day-page.tsx'), 'MyDayPage');
const TimesheetsPage = lazyRouteComponent(() => import('./time/timesheets/timesheets-page.tsx'), 'TimesheetsPage');
const TeamPage = lazyRouteComponent(() => import('./time/team/team-page.tsx'), 'TeamPage');
const AbsencesPage = lazyRouteComponent(() => import('./absences/absences-page.tsx'), 'AbsencesPage');
const MasterDataPage = lazyRouteComponent(() => import('./master-data/master-data-page.tsx'), 'MasterDataPage');
const AdministrationPage = lazyRouteComponent(
  () => import('./administration/administration-page.tsx'),
  'AdministrationPage',
);
const AccountPage = lazyRouteComponent(() => import('./account/account-page.tsx'), 'AccountPage');
const WelcomePage = lazyRouteComponent(() => import('./welcome/welcome-page.tsx'), 'WelcomePage');
const GettingStartedPage = lazyRouteComponent(
  () => import('./getting-started/getting-started-page.tsx'),
  'GettingStartedPage',
);

/** A value in an address is parsed as a number only if it prints the same: job 1e5 is not job 100000. */
function exactly(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (typeof value === 'number' && String(value) !== text) throw new SyntaxError('a text');
  return value;
}

export const router = createRouter({
  basepath: '/app',
  parseSearch: parseSearchWith(exactly),
  stringifySearch: stringifySearchWith(JSON.stringify, exactly),
  routeTree: root.addChildren([
    at('/', Landing),
    at('/planning', guarded('planning', PlanningPage)),
    at('/find-slot', guarded('findSlot', FindSlotPage)),
    at('/map', guarded('map', MapPage)),
    at('/optimization', guarded('optimization', RunsPage)),
    at('/optimization/$id', guarded('optimization', RunPage)),
    at('/recurring', guarded('recurring', SeriesPage)),
    at('/my-day', guarded('myDay', MyDayPage)),
    at('/timesheets', guarded('timesheets', TimesheetsPage)),
    at('/timesheets/team', guarded('team', TeamPage)),
    at('/absences', guarded('absences', AbsencesPage)),
    at('/master-data', guarded('masterData', MasterDataPage)),
    at('/master-data/$kind', guarded('masterData', MasterDataPage)),
    at('/master-data/$kind/$record', guarded('masterData', MasterDataPage)),
    at('/administration', AdministrationPage),
    at('/administration/$section', AdministrationPage),
    at('/account', AccountPage),
    at('/welcome', guarded('welcome', WelcomePage)),
    at('/getting-started', GettingStartedPage),
  ]),
  defaultNotFoundComponent: Landing,
});

// Before the board of a draft or of the past, or the form of a run in a draft, is drawn and sends its first requests.
router.subscribe('onBeforeRouteMount', ({ toLocation: { pathname, search } }) => {
  const isBoard = pathname.endsWith('/planning');
  setOpenDraft(isBoard || pathname.endsWith('/optimization') ? draftIn(search) : undefined);
  setOpenMoment(isBoard ? momentIn(search) : undefined);
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
