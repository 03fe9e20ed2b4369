import type { Paths } from '../../api/schema.ts';
import type { Bar, Warning } from '../../board/types.ts';

export type Violation = Paths['/board']['get']['answer']['violations'][number];

/** What a conflict is about, as the board has it. */
interface WarningNames {
  readonly resourceName: string | null;
  readonly bar: Bar | undefined;
  readonly other: Bar | undefined;
}

/** Writes the message of a conflict. */
export type WarningWording = (violation: Violation, names: WarningNames) => string;

/** Until the templates are loaded, and without them: the message of the service. */
export const serviceWording: WarningWording = ({ message }) => message;

interface Known {
  readonly bars: ReadonlyMap<number, Bar>;
  readonly resourceNames: ReadonlyMap<string, string>;
}

/** The warnings of bars by their ids. A conflict of two bars is a warning of both. */
export function warningsOf(
  violations: readonly Violation[],
  { bars, resourceNames }: Known,
  wording: WarningWording,
): Map<number, Warning[]> {
  const warnings = new Map<number, Warning[]>();
  for (const violation of violations) {
    const { appointmentId, otherId, resourceNo, severity } = violation;
    const message = wording(violation, {
      resourceName: (resourceNo === null ? undefined : resourceNames.get(resourceNo)) ?? resourceNo,
      bar: appointmentId === null ? undefined : bars.get(appointmentId),
      other: otherId === null ? undefined : bars.get(otherId),
    });
    for (const id of new Set([appointmentId, otherId])) {
      if (id === null) continue;
      const own = warnings.get(id);
      if (own) own.push({ severity, message });
      else warnings.set(id, [{ severity, message }]);
    }
  }
  return warnings;
}

export const sameWarnings = (one: readonly Warning[], other: readonly Warning[]): boolean =>
  one.length === other.length && one.every(({ message }, i) => message === other[i]?.message);
