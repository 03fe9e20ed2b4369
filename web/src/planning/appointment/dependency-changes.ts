import { api } from '../../api/client.ts';
import type { Schemas } from '../../api/schema.ts';
import type { DependencyValues } from '../../dependencies/relation.ts';

type Stored = Schemas['AppointmentDependency'];
type Written = Schemas['AppointmentDependencyWrite'];

/** A dependency from the side of the appointment of the dialog. */
export interface Linked extends DependencyValues {
  /** It waits for the other one; otherwise the other one waits for it. */
  readonly waits: boolean;
  /** AppointmentNo. */
  readonly other: string;
  /** Of what is stored. */
  readonly version?: number;
}

/** What a dialog changes of the dependencies of an appointment. */
interface DependencyChanges {
  readonly stored: readonly Written[];
  readonly deleted: readonly Schemas['AppointmentDependencyDelete'][];
}

export const linkedOf = (own: string, row: Stored): Linked => ({
  waits: row.successor === own,
  other: row.successor === own ? row.predecessor : row.successor,
  type: row.type,
  lagInSeconds: row.lagInSeconds,
  maxLagInSeconds: row.maxLagInSeconds,
  version: row.version,
});

export const isSameLink = (a: Linked, b: Linked): boolean => a.waits === b.waits && a.other === b.other;

/** What to send, so that `before` becomes `after`. What others changed since is not overwritten. */
export function changesBetween(own: string, before: readonly Linked[], after: readonly Linked[]): DependencyChanges {
  const keyOf = ({ waits, other }: Linked) =>
    waits ? { predecessor: other, successor: own } : { predecessor: own, successor: other };
  const stored = after.flatMap((link): Written[] => {
    const was = before.find((each) => isSameLink(each, link));
    if (was && isSameValues(was, link)) return [];
    const { type, lagInSeconds, maxLagInSeconds } = link;
    return [
      {
        ...keyOf(link),
        ...{ type: type as 0 | 1 | 2 | 3, lagInSeconds, maxLagInSeconds },
        ...(was?.version === undefined ? {} : { ifMatch: was.version }),
      },
    ];
  });
  const deleted = before
    .filter((link) => !after.some((each) => isSameLink(each, link)))
    .map((link) => ({ ...keyOf(link), ...(link.version === undefined ? {} : { ifMatch: link.version }) }));
  return { stored, deleted };
}

const isSameValues = (a: DependencyValues, b: DependencyValues): boolean =>
  a.type === b.type && a.lagInSeconds === b.lagInSeconds && a.maxLagInSeconds === b.maxLagInSeconds;

/** Stores them as a part of an action. First what goes: one that is turned round would be circular otherwise. */
export async function saveDependencies({ stored, deleted }: DependencyChanges, actionId: string): Promise<void> {
  if (deleted.length > 0) await api.delete('/appointmentDependency', { body: deleted, actionId });
  if (stored.length > 0) await api.post('/appointmentDependency', { body: stored, actionId });
}
