import type { ComponentType } from 'react';
import { operationSections } from './operations/sections.ts';
import type { SectionName } from './texts.ts';

export const groups = ['people', 'planning', 'integration', 'work'] as const;

export interface SectionEntry {
  /** The last part of its address: /administration/users. */
  readonly path: string;
  readonly text: SectionName;
  readonly group: (typeof groups)[number];
  /** A section comes when somebody goes to it. Its file exports `Section`. */
  readonly load: () => Promise<{ readonly Section: ComponentType }>;
}

/** All sections, in the order of the list at the side. A group without one is not shown. */
export const sections: readonly SectionEntry[] = [
  { path: 'modules', text: 'modules', group: 'people', load: () => import('./modules/modules.tsx') },
  ...operationSections,
];
