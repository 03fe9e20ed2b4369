import type { SectionEntry } from '../sections.ts';

/** The sections of operations: what goes in and out, and what happened. */
export const operationSections: readonly SectionEntry[] = [
  { path: 'connectors', text: 'connectors', group: 'integration', load: () => import('./connectors/connectors.tsx') },
  { path: 'imports', text: 'imports', group: 'integration', load: () => import('./import-log/import-log.tsx') },
  { path: 'setup', text: 'setup', group: 'integration', load: () => import('./setup/setup.tsx') },
  { path: 'jobs', text: 'jobs', group: 'work', load: () => import('./jobs/jobs.tsx') },
  { path: 'audit', text: 'audit', group: 'work', load: () => import('./audit/audit.tsx') },
];
