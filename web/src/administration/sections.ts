import type { ComponentType } from 'react';
import type { PageName } from '../session/page-needs.ts';
import type { SectionName } from './texts.ts';

export const groups = ['people', 'planning', 'integration', 'work'] as const;

type SectionPath = PageName extends infer Name ? (Name extends `administration.${infer Path}` ? Path : never) : never;

/** The name under which session/page-needs.ts says who may open a section. */
export const pageOf = ({ path }: { readonly path: SectionPath }): PageName => `administration.${path}`;

export interface SectionEntry {
  /** The last part of its address: /administration/users. */
  readonly path: SectionPath;
  readonly text: SectionName;
  readonly group: (typeof groups)[number];
  /** A section is loaded when it is opened. Its file exports `Section`. */
  readonly load: () => Promise<{ readonly Section: ComponentType }>;
}

/** All sections, in the order of the list. A group without sections is not shown. */
export const sections: readonly SectionEntry[] = [
  { path: 'users', text: 'users', group: 'people', load: () => import('./access/users/users.tsx') },
  { path: 'roles', text: 'roles', group: 'people', load: () => import('./access/roles/roles.tsx') },
  { path: 'api-keys', text: 'keys', group: 'people', load: () => import('./access/api-keys/api-keys.tsx') },
  {
    path: 'single-sign-on',
    text: 'singleSignOn',
    group: 'people',
    load: () => import('./access/single-sign-on/single-sign-on.tsx'),
  },
  { path: 'modules', text: 'modules', group: 'people', load: () => import('./access/modules/modules.tsx') },
  { path: 'access-log', text: 'accessLog', group: 'people', load: () => import('./access/audit/audit.tsx') },
  { path: 'calendars', text: 'calendars', group: 'planning', load: () => import('./calendars/calendars.tsx') },
  { path: 'categories', text: 'categories', group: 'planning', load: () => import('./records/categories.tsx') },
  { path: 'time-markers', text: 'timeMarkers', group: 'planning', load: () => import('./records/time-markers.tsx') },
  { path: 'filters', text: 'filters', group: 'planning', load: () => import('./records/filters.tsx') },
  {
    path: 'resource-types',
    text: 'resourceTypes',
    group: 'planning',
    load: () => import('./records/resource-types.tsx'),
  },
  { path: 'pins', text: 'pins', group: 'planning', load: () => import('./records/pins.tsx') },
  { path: 'captions', text: 'captions', group: 'planning', load: () => import('./records/captions.tsx') },
  { path: 'actions', text: 'actions', group: 'planning', load: () => import('./records/actions.tsx') },
  {
    path: 'connectors',
    text: 'connectors',
    group: 'integration',
    load: () => import('./connectors/connectors.tsx'),
  },
  {
    path: 'imports',
    text: 'imports',
    group: 'integration',
    load: () => import('./import/import-log.tsx'),
  },
  {
    path: 'file-import',
    text: 'fileImport',
    group: 'integration',
    load: () => import('./file-import/file-import.tsx'),
  },
  { path: 'setup', text: 'setup', group: 'integration', load: () => import('./setup/setup.tsx') },
  { path: 'jobs', text: 'jobs', group: 'work', load: () => import('./jobs/jobs.tsx') },
  { path: 'audit', text: 'audit', group: 'work', load: () => import('./changes/change-log.tsx') },
  { path: 'status', text: 'status', group: 'work', load: () => import('./status/status.tsx') },
];
