import { allows, type Permission } from './permissions.ts';

/** Who sees where people live and where they were last seen: those who plan with it, and those who maintain it for the back office. */
const seesLocations = ['plan.write', 'records.import'] as const satisfies readonly Permission[];

/** Whether homes and last positions are hidden from a person. `forEveryone` is the setting of the tenant. */
export const hidesLocations = (held: readonly Permission[], forEveryone: boolean): boolean =>
  !forEveryone && !allows(held, seesLocations);
