import type { ApiRoute } from '../api/client.ts';
import { type PageName, PLAN, pages, TIME } from './page-needs.ts';
import { meets, type Needs, type Permission } from './permission.ts';

interface Control {
  readonly page: PageName;
  /** What has to be open on the page before the control is there. */
  readonly part?:
    | 'menu'
    | 'tasks'
    | 'planned'
    | 'details'
    | 'views'
    | 'slots'
    | 'run'
    | 'series'
    | 'day'
    | 'user'
    | 'change';
  /** Besides what its page needs. */
  readonly needs: Needs;
  /** The routes that it calls. */
  readonly calls: readonly ApiRoute[];
}

const planning = (calls: readonly ApiRoute[], part?: Control['part']) =>
  ({ page: 'planning', needs: [PLAN], calls, ...(part ? { part } : {}) }) as const satisfies Control;
const UNDO = 'POST /changes/undo';
const UNDO_ONE = 'POST /changes/{number}/undo';
const WRITES: readonly Permission[] = [...PLAN, 'users.manage', 'roles.manage', 'connectors.manage', 'settings.manage'];

/**
 * Every control that sends a change, the page that it is on, what it needs and what it calls. A component shows a control only with its
 * mark (see may.ts), so a control cannot be shown to somebody whom the service would refuse.
 */
export const controls = {
  'planning.undo': planning([UNDO]),
  'planning.drag': planning(['POST /appointment', 'POST /assignment', 'DELETE /assignment', 'POST /container']),
  'planning.findSlot': planning(['POST /recommendation/book'], 'tasks'),
  'planning.optimize': { page: 'planning', needs: ['plan.write'], calls: ['POST /optimization/fieldService'] },
  'planning.plan': planning(['POST /appointment', 'POST /container', 'POST /appointmentContainer'], 'tasks'),
  'menu.edit': planning(['POST /appointment', 'DELETE /appointmentContainer', 'DELETE /assignment'], 'menu'),
  'menu.new': planning(['POST /appointment'], 'menu'),
  'menu.findSlot': planning(['POST /recommendation/book'], 'menu'),
  'menu.cut': planning(['POST /appointment'], 'menu'),
  'menu.copy': planning(['POST /appointment'], 'menu'),
  'menu.paste': planning(['POST /appointment'], 'menu'),
  'menu.split': planning(['POST /appointment'], 'menu'),
  'menu.move': planning(['POST /appointment'], 'menu'),
  'menu.category': planning(['POST /appointmentCategory'], 'menu'),
  'menu.timeMarker': planning(['POST /appointmentTimeMarker', 'DELETE /appointmentTimeMarker'], 'menu'),
  'menu.importance': planning(['POST /appointmentImportance'], 'menu'),
  'menu.lock': planning(['POST /appointmentLocked'], 'menu'),
  'menu.delete': planning(['DELETE /appointment'], 'menu'),
  'menu.undo': planning([UNDO], 'menu'),
  'menu.redo': planning([UNDO], 'menu'),
  'planned.change': planning(
    ['POST /appointmentCategory', 'POST /appointmentTimeMarker', 'POST /appointmentImportance'],
    'planned',
  ),
  'details.change': planning(
    ['POST /appointmentCategory', 'POST /appointmentTimeMarker', 'POST /appointmentImportance'],
    'details',
  ),
  'details.edit': planning(['POST /appointment'], 'details'),
  'details.lock': planning(['POST /appointmentLocked'], 'details'),
  'details.delete': planning(['DELETE /appointment'], 'details'),
  'details.undo': planning([UNDO_ONE], 'details'),
  'views.save': { page: 'planning', part: 'views', needs: ['settings.manage'], calls: ['POST /layout'] },
  'views.delete': { page: 'planning', part: 'views', needs: ['settings.manage'], calls: ['DELETE /layout'] },
  'slots.hold': {
    page: 'findSlot',
    part: 'slots',
    needs: [PLAN],
    calls: ['POST /recommendation/hold', 'DELETE /recommendation/hold'],
  },
  'slots.book': { page: 'findSlot', part: 'slots', needs: [PLAN], calls: ['POST /recommendation/book', UNDO] },
  'optimization.start': {
    page: 'optimization',
    needs: ['plan.write'],
    calls: ['POST /optimization/fieldService', 'POST /optimization/professionalServices'],
  },
  'optimization.stop': {
    page: 'optimization',
    part: 'run',
    needs: ['plan.write'],
    calls: ['DELETE /optimization/{id}'],
  },
  'optimization.apply': {
    page: 'optimization',
    part: 'run',
    needs: ['plan.write'],
    calls: ['POST /optimization/{id}/apply', UNDO],
  },
  'series.create': { page: 'recurring', needs: [PLAN], calls: ['POST /appointmentRecurring', UNDO] },
  'series.end': { page: 'recurring', part: 'series', needs: [PLAN], calls: ['DELETE /appointmentRecurring'] },
  'time.clock': {
    page: 'timesheets',
    needs: [TIME],
    calls: ['POST /timeSession/start', 'POST /timeSession/stop', 'PUT /timeSession'],
  },
  'time.claim': { page: 'timesheets', part: 'day', needs: [TIME], calls: ['POST /timeEntry/claim'] },
  'time.add': { page: 'timesheets', needs: [TIME], calls: ['POST /timeEntry'] },
  'time.change': { page: 'timesheets', part: 'day', needs: [TIME], calls: ['PUT /timeEntry', 'DELETE /timeEntry'] },
  'time.choose': {
    page: 'timesheets',
    needs: ['records.read', ['time.approve', 'time.connector']],
    calls: ['GET /board'],
  },
  'team.approve': {
    page: 'team',
    part: 'day',
    needs: [['time.approve', 'time.connector']],
    calls: ['GET /timesheet', 'PUT /timeEntry'],
  },
  'users.filters': {
    page: 'administration.users',
    part: 'user',
    needs: ['records.read'],
    calls: [
      ...(['GET /filterGroup', 'GET /filterValue', 'GET /category', 'GET /timeMarker', 'GET /resource'] as const),
      ...(['GET /userFilterValue', 'POST /userFilterValue', 'DELETE /userFilterValue', 'POST /user'] as const),
    ],
  },
  'users.preview': { page: 'administration.users', part: 'user', needs: [], calls: ['GET /role'] },
  'changes.undo': { page: 'administration.audit', part: 'change', needs: [WRITES], calls: [UNDO, UNDO_ONE] },
  'demo.load': { page: 'welcome', needs: ['settings.manage'], calls: ['POST /demo', 'GET /jobs/{id}'] },
  'demo.remove': { page: 'welcome', needs: ['settings.manage'], calls: ['DELETE /demo', 'GET /jobs/{id}'] },
  'welcome.key': { page: 'welcome', needs: ['keys.manage'], calls: ['POST /apiKey'] },
} as const satisfies Readonly<Record<string, Control>>;

export type ControlName = keyof typeof controls;

export const needsOfControl = (name: ControlName): Needs => {
  const { page, needs } = controls[name];
  return [...pages[page].needs, ...needs];
};

/** Whether somebody with some permissions is shown a page, given the modules of the tenant. */
export function opensPage(name: PageName, held: readonly string[], modules: readonly string[]): boolean {
  const { needs, module } = pages[name] as (typeof pages)[PageName] & { readonly module?: string };
  return meets(held, needs) && (module === undefined || modules.includes(module));
}
