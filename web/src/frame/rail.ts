import type { LinkProps } from '@tanstack/react-router';
import type { Texts } from '../i18n/en.ts';
import { mayOpen } from '../session/may.ts';
import { type PageName, pages } from '../session/page-needs.ts';
import type { SignedIn } from '../session/session.ts';
import type { IconName } from './icons.tsx';

interface Stop {
  readonly to: NonNullable<LinkProps['to']>;
  readonly text: keyof Texts;
  readonly icon: IconName;
  /** The pages that it leads to: it is shown to those who may open one of them. */
  readonly pages: readonly PageName[];
  /** Only for users who are a resource. */
  readonly ofResource?: true;
}

const names = Object.keys(pages) as PageName[];

/** Pages, in the order of the rail. */
const stops: readonly Stop[] = [
  { to: '/planning', text: 'planning', icon: 'planning', pages: ['planning'] },
  { to: '/find-slot', text: 'findSlot', icon: 'search', pages: ['findSlot'] },
  { to: '/map', text: 'map', icon: 'map', pages: ['map'] },
  { to: '/optimization', text: 'optimization', icon: 'optimization', pages: ['optimization'] },
  { to: '/recurring', text: 'recurring', icon: 'recurring', pages: ['recurring'] },
  { to: '/my-day', text: 'myDay', icon: 'calendar', pages: ['myDay'], ofResource: true },
  { to: '/timesheets', text: 'timesheets', icon: 'timesheets', pages: ['timesheets'] },
  { to: '/absences', text: 'absences', icon: 'absences', pages: ['absences'] },
  { to: '/master-data', text: 'masterData', icon: 'columns', pages: ['masterData'] },
  {
    to: '/administration',
    text: 'administration',
    icon: 'administration',
    pages: names.filter((name) => name.startsWith('administration.')),
  },
];

export const railOf = (session: SignedIn): readonly Stop[] =>
  stops.filter(
    ({ pages: lead, ofResource }) =>
      lead.some((page) => mayOpen(session, page)) && (!ofResource || session.user.resourceNo !== null),
  );

/** Whether the user may register time and the tenant has the module. */
export const canRegisterTime = (session: SignedIn): boolean => mayOpen(session, 'timesheets');

/** The start page: the one that the user chose if they may open it, else the own day or timesheets for field workers, planning for most others, else the first page that they may open. */
export function landingOf(session: SignedIn): Stop['to'] {
  const stop = (to: Stop['to']): Stop['to'] | undefined => railOf(session).find((each) => each.to === to)?.to;
  const plans = mayOpen(session, 'recurring');
  const own = [stop('/my-day'), stop('/timesheets')];
  const usual = plans ? [stop('/planning'), ...own] : [...own, stop('/planning')];
  const chosen = railOf(session).find(({ to }) => to === `/${session.user.startPage}`)?.to;
  return [chosen, ...usual].find((to) => to !== undefined) ?? railOf(session)[0]?.to ?? '/getting-started';
}
