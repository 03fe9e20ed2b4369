import type { Fields } from './undo.ts';

/** A change of an appointment, or of one of its resources, from the log. */
export interface LoggedChange {
  readonly entity: 'Appointment' | 'Assignment';
  readonly recordId: number;
  readonly key: string;
  readonly action: 'created' | 'updated' | 'deleted';
  readonly actor: string;
  /** Epoch ms. */
  readonly at: number;
  readonly before: Fields | null;
  readonly after: Fields | null;
}

/** What differs in one appointment between two moments: of one that changed, the fields that differ. */
export interface PlanDifference {
  readonly appointmentId: number;
  readonly appointmentNo: string;
  readonly action: 'created' | 'moved' | 'updated' | 'deleted';
  readonly before: Fields | null;
  readonly after: Fields | null;
  /** Who changed it, in the order of their first changes. */
  readonly actors: readonly string[];
  /** Of the last change. */
  readonly at: number;
}

/** What is shown of an appointment that came or went. */
const SHOWN = ['start', 'end', 'isAllDay', 'subject', 'category', 'jobNo', 'taskNo'] as const;
const MOVES: readonly string[] = ['start', 'end', 'isAllDay', 'resources'];

/** The differences that changes, in their order, made between the moment before the first and the moment after the last of them. */
export function differencesOf(changes: readonly LoggedChange[]): PlanDifference[] {
  const folded = new Map<number, Folded>();
  const at = (id: number): Folded => {
    const known = folded.get(id) ?? new Folded();
    folded.set(id, known);
    return known;
  };
  for (const change of changes)
    if (change.entity === 'Appointment') at(change.recordId).take(change);
    else {
      const id = { ...change.before, ...change.after }['appointmentId'];
      if (typeof id === 'number') at(id).assign(change);
    }
  return [...folded].flatMap(([id, each]) => each.difference(id) ?? []);
}

class Folded {
  #first: LoggedChange | undefined;
  #last: LoggedChange | undefined;
  readonly #before = new Map<string, unknown>();
  readonly #after = new Map<string, unknown>();
  readonly #added = new Set<string>();
  readonly #removed = new Set<string>();
  readonly #actors = new Set<string>();

  take(change: LoggedChange): void {
    this.#first ??= change;
    this.#last = change;
    this.#actors.add(change.actor);
    for (const [field, value] of Object.entries(change.before ?? {}))
      if (!this.#before.has(field) && this.#first.action !== 'created') this.#before.set(field, value);
    for (const [field, value] of Object.entries(change.after ?? {})) this.#after.set(field, value);
  }

  /** A resource that came and went again was never there, and one that went and came back never left. */
  assign({ action, before, after }: LoggedChange): void {
    const no = String({ ...before, ...after }['resourceNo']);
    const [to, from] = action === 'created' ? [this.#added, this.#removed] : [this.#removed, this.#added];
    if (action !== 'updated' && !from.delete(no)) to.add(no);
  }

  difference(appointmentId: number): PlanDifference | undefined {
    const [first, last] = [this.#first, this.#last];
    if (!first || !last) return undefined;
    const [existed, exists] = [first.action !== 'created', last.action !== 'deleted'];
    const common = { appointmentId, appointmentNo: last.key, actors: [...this.#actors], at: last.at };
    if (!existed && !exists) return undefined;
    if (!existed)
      return { ...common, action: 'created', before: null, after: this.#shown(this.#after, [...this.#added]) };
    // The delete has all fields as they were then; updates before it have them as they were first.
    if (!exists)
      return { ...common, action: 'deleted', before: this.#shown(this.#before, this.#resourcesBefore()), after: null };
    const fields = [...this.#after.keys()].filter(
      (field) => JSON.stringify(this.#before.get(field) ?? null) !== JSON.stringify(this.#after.get(field) ?? null),
    );
    if (fields.length === 0) return undefined;
    const side = (values: ReadonlyMap<string, unknown>): Fields =>
      Object.fromEntries(fields.map((field) => [field, values.get(field) ?? null]));
    const action = fields.some((field) => MOVES.includes(field)) ? 'moved' : 'updated';
    return { ...common, action, before: side(this.#before), after: side(this.#after) };
  }

  /** The log shows resources with the appointment where they changed while it was there. */
  #resourcesBefore(): readonly string[] {
    const logged = this.#before.get('resources');
    return Array.isArray(logged) ? logged : [...this.#removed];
  }

  #shown(values: ReadonlyMap<string, unknown>, resources: readonly string[]): Fields {
    return {
      ...Object.fromEntries(SHOWN.map((field) => [field, values.get(field) ?? null])),
      resources: [...resources].sort(),
    };
  }
}
