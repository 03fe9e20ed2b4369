import type { LinkProps } from '@tanstack/react-router';
import type { Texts } from '../i18n/en.ts';
import type { SignedIn } from '../session/session.ts';
import type { IconName } from './icons.tsx';

interface Stop {
  readonly to: NonNullable<LinkProps['to']>;
  readonly text: keyof Texts;
  readonly icon: IconName;
  /** The scope that it needs. */
  readonly scope?: 'plan' | 'time' | 'admin';
  /** The module that the tenant needs. */
  readonly module?: string;
}

/** Pages, in the order of the rail. */
const stops: readonly Stop[] = [
  { to: '/planning', text: 'planning', icon: 'planning' },
  { to: '/find-slot', text: 'findSlot', icon: 'search', scope: 'plan', module: 'recommendation' },
  { to: '/map', text: 'map', icon: 'map', module: 'basicMap' },
  { to: '/optimization', text: 'optimization', icon: 'optimization', scope: 'plan', module: 'optimization' },
  { to: '/recurring', text: 'recurring', icon: 'recurring', scope: 'plan' },
  { to: '/timesheets', text: 'timesheets', icon: 'timesheets', scope: 'time', module: 'timeRegistration' },
  { to: '/administration', text: 'administration', icon: 'administration', scope: 'admin' },
];

export const railOf = ({ user, tenant }: SignedIn): readonly Stop[] =>
  stops.filter(
    ({ scope, module }) =>
      (scope === undefined || user.scopes.includes(scope) || user.scopes.includes('admin')) &&
      (module === undefined || tenant.modules.includes(module)),
  );

/** Whether the user may register time and the tenant has the module. */
export const canRegisterTime = ({ user, tenant }: SignedIn): boolean =>
  user.scopes.includes('time') && tenant.modules.includes('timeRegistration');

/** The start page: timesheets for field workers, planning for all others. */
export const landingOf = (session: SignedIn): '/planning' | '/timesheets' =>
  canRegisterTime(session) && !session.user.scopes.includes('plan') ? '/timesheets' : '/planning';
