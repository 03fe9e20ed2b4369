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
    | 'conflicts'
    | 'slots'
    | 'decide'
    | 'run'
    | 'series'
    | 'day'
    | 'entries'
    | 'user'
    | 'change'
    | 'record'
    | 'resource'
    | 'route'
    | 'visit';
  /** Besides what its page needs. */
  readonly needs: Needs;
  /** The routes that it calls. */
  readonly calls: readonly ApiRoute[];
}

const planning = (calls: readonly ApiRoute[], part?: Control['part']) =>
  ({ page: 'planning', needs: [PLAN], calls, ...(part ? { part } : {}) }) as const satisfies Control;
const UNDO = 'POST /changes/undo';
const OWN_ACTIONS = 'GET /changes/own';
const UNDO_ONE = 'POST /changes/{number}/undo';
const WRITES: readonly Permission[] = [...PLAN, 'users.manage', 'roles.manage', 'connectors.manage', 'settings.manage'];

/**
 * Every control that sends a change, the page that it is on, what it needs and what it calls. A component shows a control only with its
 * mark (see may.ts), so a control cannot be shown to somebody whom the service would refuse.
 */
export const controls = {
  'planning.undo': planning([UNDO, OWN_ACTIONS]),
  'planning.redo': planning([UNDO, OWN_ACTIONS]),
  'planning.drag': planning(['POST /appointment', 'POST /assignment', 'DELETE /assignment', 'POST /container']),
  'planning.draft': {
    page: 'planning',
    needs: ['plan.write'],
    calls: [
      ...(['GET /drafts', 'POST /drafts', 'PATCH /drafts/{id}', 'DELETE /drafts/{id}'] as const),
      ...(['GET /drafts/{id}/compare', 'POST /drafts/{id}/publish', 'POST /drafts/{id}/revert'] as const),
    ],
  },
  'planning.lookBack': { page: 'planning', needs: [], calls: ['GET /changes/kept', 'GET /changes/difference'] },
  'planning.findSlot': planning(['POST /recommendation/book'], 'tasks'),
  'planning.optimize': { page: 'planning', needs: ['plan.write'], calls: ['POST /optimization/fieldService'] },
  'planning.plan': planning(
    ['POST /appointment', 'POST /board/plan', 'POST /container', 'POST /appointmentContainer'],
    'tasks',
  ),
  'menu.edit': planning(
    [
      ...(['POST /appointment', 'DELETE /appointmentContainer', 'DELETE /assignment'] as const),
      ...(['POST /appointmentDependency', 'DELETE /appointmentDependency'] as const),
    ],
    'menu',
  ),
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
  'menu.action': { page: 'planning', part: 'menu', needs: ['plan.write'], calls: ['POST /board/actions/{id}/run'] },
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
  'details.fields': planning(['POST /appointmentFieldValue', 'DELETE /appointmentFieldValue'], 'details'),
  'details.attach': planning(
    ['POST /attachment', 'PUT /attachment/{attachmentGuid}/content', 'GET /attachment/{attachmentGuid}'],
    'details',
  ),
  'details.detach': planning(['DELETE /attachment/{attachmentGuid}'], 'details'),
  'details.edit': planning(['POST /appointment'], 'details'),
  'details.lock': planning(['POST /appointmentLocked'], 'details'),
  'details.delete': planning(['DELETE /appointment'], 'details'),
  'details.undo': planning([UNDO_ONE], 'details'),
  'conflicts.fix': {
    page: 'planning',
    part: 'conflicts',
    needs: ['plan.write'],
    calls: ['GET /violations/{id}/fixes', 'POST /appointment', 'POST /extendedDay'],
  },
  'conflicts.accept': {
    page: 'planning',
    part: 'conflicts',
    needs: ['plan.write'],
    calls: ['POST /violations/{id}/waiver', 'DELETE /violations/{id}/waiver'],
  },
  'views.save': { page: 'planning', part: 'views', needs: ['settings.manage'], calls: ['POST /layout'] },
  'views.delete': { page: 'planning', part: 'views', needs: ['settings.manage'], calls: ['DELETE /layout'] },
  'views.saveOwn': {
    page: 'planning',
    part: 'views',
    needs: [],
    calls: ['PUT /personalLayout/{code}', 'DELETE /personalLayout/{code}'],
  },
  'views.default': { page: 'planning', part: 'views', needs: [], calls: ['PUT /defaultLayout'] },
  'map.plan': {
    page: 'map',
    part: 'route',
    needs: [PLAN],
    calls: ['POST /resource/{resourceNo}/route', UNDO],
  },
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
  'optimization.draft': {
    page: 'optimization',
    part: 'run',
    needs: ['plan.write'],
    calls: ['POST /drafts', 'POST /optimization/{id}/apply', 'DELETE /drafts/{id}'],
  },
  'series.create': { page: 'recurring', needs: [PLAN], calls: ['POST /appointmentRecurring', UNDO] },
  'series.end': { page: 'recurring', part: 'series', needs: [PLAN], calls: ['DELETE /appointmentRecurring'] },
  'myDay.report': { page: 'myDay', needs: [], calls: ['POST /visit'] },
  'myDay.fields': { page: 'myDay', part: 'visit', needs: [], calls: ['POST /visit/fields'] },
  'myDay.attach': {
    page: 'myDay',
    part: 'visit',
    needs: [],
    calls: ['POST /attachment', 'PUT /attachment/{attachmentGuid}/content', 'GET /attachment/{attachmentGuid}'],
  },
  'myDay.share': { page: 'myDay', needs: [], calls: ['POST /visit/position'] },
  'masterData.add': {
    page: 'masterData',
    needs: ['records.import'],
    calls: ['POST /resource', 'POST /job', 'POST /task', 'POST /container'],
  },
  'masterData.attach': {
    page: 'masterData',
    part: 'resource',
    needs: [PLAN],
    calls: ['POST /attachment', 'PUT /attachment/{attachmentGuid}/content', 'GET /attachment/{attachmentGuid}'],
  },
  'masterData.detach': {
    page: 'masterData',
    part: 'resource',
    needs: [PLAN],
    calls: ['DELETE /attachment/{attachmentGuid}'],
  },
  'masterData.change': {
    page: 'masterData',
    part: 'record',
    needs: ['records.import'],
    calls: [
      ...(['POST /resource', 'DELETE /resource', 'POST /job', 'DELETE /job', 'POST /task', 'DELETE /task'] as const),
      ...(['POST /container', 'DELETE /container', 'POST /geocode', UNDO] as const),
      ...(['POST /resourceFilterValue', 'DELETE /resourceFilterValue'] as const),
      ...(['POST /resourceCertificate', 'DELETE /resourceCertificate'] as const),
      ...(['POST /resourceCalendar', 'DELETE /resourceCalendar'] as const),
      ...(['POST /resourceCapacity', 'DELETE /resourceCapacity'] as const),
      ...(['POST /resourceLoadCapacity', 'DELETE /resourceLoadCapacity'] as const),
      ...(['POST /resourceBreak', 'DELETE /resourceBreak'] as const),
      ...(['POST /resourceRefill', 'DELETE /resourceRefill'] as const),
      ...(['POST /taskFilterValue', 'DELETE /taskFilterValue', 'POST /taskLoad', 'DELETE /taskLoad'] as const),
      ...(['POST /taskDependency', 'DELETE /taskDependency'] as const),
    ],
  },
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
  'absences.request': { page: 'absences', needs: [TIME], calls: ['POST /absence'] },
  'absences.withdraw': { page: 'absences', needs: [TIME], calls: ['POST /absence/{externalId}/decision'] },
  'absences.decide': {
    page: 'absences',
    part: 'decide',
    needs: [['time.approve', 'time.connector']],
    calls: ['GET /absence/{externalId}/appointments', 'POST /absence/{externalId}/decision'],
  },
  'team.decide': {
    page: 'team',
    part: 'entries',
    needs: ['time.approve'],
    calls: ['POST /timeEntry/decide'],
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
  'singleSignOn.groups': {
    page: 'administration.single-sign-on',
    needs: ['users.manage'],
    calls: ['GET /scimGroup', 'PUT /scimGroup/{id}'],
  },
  'changes.undo': { page: 'administration.audit', part: 'change', needs: [WRITES], calls: [UNDO, UNDO_ONE] },
  'demo.load': { page: 'welcome', needs: ['settings.manage'], calls: ['POST /demo', 'GET /jobs/{id}'] },
  'demo.remove': { page: 'welcome', needs: ['settings.manage'], calls: ['DELETE /demo', 'GET /jobs/{id}'] },
  // Nobody makes a key that may do more than they may.
  'welcome.key': {
    page: 'welcome',
    needs: ['keys.manage', 'records.import', 'time.connector'],
    calls: ['POST /apiKey'],
  },
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
