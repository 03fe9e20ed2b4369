import type { ApiRoute } from '../api/client.ts';
import type { Needs, Permission } from './permission.ts';

/** Permissions to plan: the plan itself, or as the back office does. The routes of appointments accept either. */
export const PLAN = ['plan.write', 'records.import'] as const satisfies readonly Permission[];
export const TIME = ['time.own', 'time.approve', 'time.connector'] as const satisfies readonly Permission[];

export interface PageNeeds {
  readonly path: string;
  readonly needs: Needs;
  /** The module of the tenant without which there is no such page. */
  readonly module?: string;
  /** Routes that the page calls, apart from those of its controls. */
  readonly calls: readonly ApiRoute[];
}

const READS = 'records.read';
const section = (path: string, needs: Needs, calls: readonly ApiRoute[]): PageNeeds => ({
  path: `/administration/${path}`,
  needs,
  calls,
});

/** What each section of the administration needs. All that can be done in a section needs the same. */
const sections = {
  'administration.users': section(
    'users',
    ['users.manage'],
    ['GET /user', 'POST /user', 'DELETE /user', 'POST /user/invite', 'POST /user/removeSecondFactor', 'GET /role'],
  ),
  'administration.roles': section('roles', ['roles.manage'], ['GET /role', 'POST /role', 'DELETE /role']),
  'administration.api-keys': section(
    'api-keys',
    ['keys.manage'],
    ['GET /apiKey', 'POST /apiKey', 'PUT /apiKey/{id}', 'DELETE /apiKey/{id}', 'POST /apiKey/{id}/rotate'],
  ),
  'administration.modules': section(
    'modules',
    ['settings.manage'],
    [
      ...([
        'GET /modules',
        'PUT /modules/{name}',
        'GET /secondFactorPolicy',
        'PUT /secondFactorPolicy',
        'GET /displayFormat',
        'PUT /displayFormat',
      ] as const),
      ...(['GET /map/settings', 'PUT /map/settings', 'GET /visit/settings', 'PUT /visit/settings'] as const),
      ...(['GET /timeEntry/settings', 'PUT /timeEntry/settings'] as const),
    ],
  ),
  'administration.single-sign-on': section(
    'single-sign-on',
    ['settings.manage'],
    [
      ...(['GET /identityProvider', 'PUT /identityProvider', 'DELETE /identityProvider'] as const),
      ...(['POST /identityProvider/check', 'POST /identityProvider/preview', 'GET /role'] as const),
    ],
  ),
  'administration.calendars': section(
    'calendars',
    [READS, 'records.import'],
    [
      ...(['GET /calendar', 'POST /calendar', 'DELETE /calendar', 'GET /calendar/{code}/workingTime'] as const),
      ...(['GET /resourceCalendar', 'POST /resourceCalendar', 'DELETE /resourceCalendar', 'GET /resource'] as const),
      ...(['GET /publicHoliday', 'GET /publicHoliday/countries', 'POST /calendar/{code}/publicHolidays'] as const),
    ],
  ),
  'administration.categories': section(
    'categories',
    [READS, 'records.import'],
    ['GET /category', 'POST /category', 'DELETE /category'],
  ),
  'administration.time-markers': section(
    'time-markers',
    [READS, 'records.import'],
    ['GET /timeMarker', 'POST /timeMarker', 'DELETE /timeMarker'],
  ),
  'administration.filters': section(
    'filters',
    [READS, 'records.import'],
    [
      ...(['GET /filterGroup', 'POST /filterGroup', 'DELETE /filterGroup'] as const),
      ...(['GET /filterValue', 'POST /filterValue', 'DELETE /filterValue'] as const),
    ],
  ),
  'administration.resource-types': section(
    'resource-types',
    [READS, 'records.import'],
    ['GET /resourceType', 'POST /resourceType', 'DELETE /resourceType'],
  ),
  'administration.pins': section('pins', [READS, 'records.import'], ['GET /pin', 'POST /pin', 'DELETE /pin']),
  'administration.captions': section(
    'captions',
    [READS, 'records.import'],
    ['GET /caption', 'POST /caption', 'DELETE /caption'],
  ),
  'administration.actions': section(
    'actions',
    [READS, 'records.import'],
    ['GET /actionUri', 'POST /actionUri', 'DELETE /actionUri'],
  ),
  'administration.connectors': section(
    'connectors',
    ['connectors.manage'],
    [
      ...([
        'GET /connector',
        'POST /connector',
        'DELETE /connector',
        'GET /connector/{id}/sending',
        'GET /receiver',
      ] as const),
      ...(['GET /connector/{id}/deliveries', 'GET /connector/{id}/deliveries/{deliveryId}'] as const),
      ...(['POST /connector/{id}/replay', 'POST /connector/{id}/pause', 'POST /connector/{id}/resume'] as const),
      ...(['POST /connector/{id}/test', 'POST /connector/{id}/secret'] as const),
      ...(['GET /webhooks', 'POST /webhooks/{event}', 'DELETE /webhooks/{event}/{id}'] as const),
      ...(['GET /webhooks/{event}/{id}/sending', 'GET /webhooks/{event}/{id}/deliveries'] as const),
      ...(['GET /webhooks/{event}/{id}/deliveries/{deliveryId}', 'POST /webhooks/{event}/{id}/replay'] as const),
      ...(['POST /webhooks/{event}/{id}/pause', 'POST /webhooks/{event}/{id}/resume'] as const),
      ...(['POST /webhooks/{event}/{id}/test', 'POST /webhooks/{event}/{id}/secret'] as const),
    ],
  ),
  'administration.imports': section(
    'imports',
    ['imports.manage'],
    ['GET /import/log', 'GET /import/log/{id}', 'GET /pendingPart', 'DELETE /pendingPart/{id}'],
  ),
  'administration.file-import': section(
    'file-import',
    [READS, 'records.import'],
    [
      ...(['GET /caption', 'POST /import', 'POST /changes/undo'] as const),
      ...(['GET /importMapping', 'PUT /importMapping/{name}', 'DELETE /importMapping/{name}'] as const),
    ],
  ),
  'administration.setup': section(
    'setup',
    ['setup.apply'],
    ['GET /import/setup', 'GET /import/setup/{id}', 'POST /import/setup', 'GET /export/setup'],
  ),
  'administration.jobs': section('jobs', ['settings.manage'], ['GET /jobs', 'GET /jobs/{id}', 'POST /jobs/{id}/retry']),
  'administration.access-log': section('access-log', ['audit.read'], ['GET /audit']),
  'administration.audit': section('audit', ['audit.read', READS], ['GET /changes']),
  'administration.status': section('status', ['settings.manage'], ['GET /status']),
} as const satisfies Readonly<Record<string, PageNeeds>>;

/** The pages of the application that not everybody may open, and what each needs. */
export const pages = {
  planning: {
    path: '/planning',
    needs: [READS],
    calls: [
      ...([
        'GET /board',
        'GET /board/tasks',
        'GET /board/travel',
        'GET /board/jobCard',
        'GET /attachment',
        'GET /board/actions',
        'GET /changes',
        'GET /notification',
        'GET /violations',
        'GET /optimization/{id}',
      ] as const),
      ...(['GET /appointment/{name}/history', 'GET /container/{name}', 'GET /caption'] as const),
      'GET /appointmentDependency',
      ...(['GET /layout', 'GET /personalLayout', 'GET /search', 'GET /profile', 'GET /profileLayout'] as const),
    ],
  },
  findSlot: {
    path: '/find-slot',
    needs: [READS, PLAN],
    module: 'recommendation',
    calls: [
      ...(['POST /recommendation', 'GET /recommendation/scorers', 'GET /filterValue', 'GET /board/tasks'] as const),
      ...(['POST /geocode', 'GET /resource/{resourceNo}/availability', 'POST /recommendation/book'] as const),
    ],
  },
  map: {
    path: '/map',
    needs: [READS],
    module: 'basicMap',
    calls: [
      'GET /map',
      'GET /map/settings',
      'GET /resource/{resourceNo}/route',
      'GET /board/jobCard',
      'GET /board/actions',
    ],
  },
  optimization: {
    path: '/optimization',
    needs: [READS, 'plan.write'],
    module: 'optimization',
    calls: ['GET /optimization', 'GET /optimization/{id}', 'GET /changes', 'POST /optimization/fieldService'],
  },
  recurring: {
    path: '/recurring',
    needs: [READS, PLAN],
    calls: ['GET /appointmentRecurring', 'POST /appointmentRecurring'],
  },
  myDay: {
    path: '/my-day',
    needs: [READS, 'time.own'],
    module: 'timeRegistration',
    calls: ['GET /myDay', 'GET /caption', 'GET /attachment'],
  },
  masterData: {
    path: '/master-data',
    needs: [READS],
    calls: [
      ...(['GET /resource', 'GET /job', 'GET /task', 'GET /container', 'GET /caption', 'GET /map/settings'] as const),
      ...(['GET /resourceFilterValue', 'GET /resourceCertificate', 'GET /resourceCalendar'] as const),
      ...(['GET /resourceCapacity', 'GET /taskFilterValue', 'GET /taskContainer', 'GET /filterValue'] as const),
      ...(['GET /resourceLoadCapacity', 'GET /resourceBreak', 'GET /resourceRefill', 'GET /taskLoad'] as const),
      ...(['GET /calendar', 'GET /resourceType', 'GET /category', 'GET /timeMarker', 'GET /pin'] as const),
      ...(['GET /taskDependency', 'GET /board/jobCard'] as const),
    ],
  },
  timesheets: {
    path: '/timesheets',
    needs: [TIME],
    module: 'timeRegistration',
    calls: ['GET /timesheet', 'GET /timesheet/tasks'],
  },
  team: {
    path: '/timesheets/team',
    needs: [['time.approve', 'time.connector']],
    module: 'timeRegistration',
    calls: ['GET /timeEntry', 'GET /timeEntry/missing', 'GET /timeEntry/summary', 'GET /timeEntry/settings'],
  },
  absences: {
    path: '/absences',
    needs: [TIME],
    calls: ['GET /absence', 'GET /absence/overview'],
  },
  welcome: {
    path: '/welcome',
    needs: [READS],
    calls: ['GET /configuration', 'GET /resource', 'GET /job', 'GET /changes'],
  },
  ...sections,
} as const satisfies Readonly<Record<string, PageNeeds>>;

export type PageName = keyof typeof pages;
