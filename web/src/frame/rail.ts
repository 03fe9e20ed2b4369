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
}

const names = Object.keys(pages) as PageName[];

/** Pages, in the order of the rail. */
const stops: readonly Stop[] = [
  { to: '/planning', text: 'planning', icon: 'planning', pages: ['planning'] },
  { to: '/find-slot', text: 'findSlot', icon: 'search', pages: ['findSlot'] },
  { to: '/map', text: 'map', icon: 'map', pages: ['map'] },
  { to: '/optimization', text: 'optimization', icon: 'optimization', pages: ['optimization'] },
  { to: '/recurring', text: 'recurring', icon: 'recurring', pages: ['recurring'] },
  { to: '/timesheets', text: 'timesheets', icon: 'timesheets', pages: ['timesheets'] },
  {
    to: '/administration',
    text: 'administration',
    icon: 'administration',
    pages: names.filter((name) => name.startsWith('administration.')),
  },
];

export const railOf = (session: SignedIn): readonly Stop[] =>
  stops.filter((stop) => stop.pages.some((page) => mayOpen(session, page)));

/** Whether the user may register time and the tenant has the module. */
export const canRegisterTime = (session: SignedIn): boolean => mayOpen(session, 'timesheets');

/** The start page: timesheets for field workers, planning for most others, else the first page that they may open. */
export function landingOf(session: SignedIn): Stop['to'] {
  const stop = (to: Stop['to']): Stop['to'] | undefined => railOf(session).find((each) => each.to === to)?.to;
  const plans = mayOpen(session, 'recurring');
  const usual = plans ? [stop('/planning'), stop('/timesheets')] : [stop('/timesheets'), stop('/planning')];
  return usual.find((to) => to !== undefined) ?? railOf(session)[0]?.to ?? '/getting-started';
}
