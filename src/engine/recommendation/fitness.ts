import type { Candidate, Question } from './question.ts';
import type { Reason } from './reason.ts';
import type { Roster } from './roster.ts';

const NOT_SHOWN: Reason = { rule: 'notShown', detail: 'The resource is hidden.' };
const NOT_AMONG: Reason = { rule: 'notAmong', detail: 'The resource is not among those requested.' };
const EXCLUDED: Reason = { rule: 'excluded', detail: 'The resource is excluded for the task.' };
const OUT_OF_SERVICE: Reason = { rule: 'outOfService', detail: 'The resource is not in service in the window.' };
const UNKNOWN_PLACE: Reason = { rule: 'unknownPlace', detail: 'The start location of the resource is unknown.' };

/**
 * What can be checked without looking at the time of a resource. Checked for all resources, of whom most may fail for the same reason: reasons are
 * spelled once a question, and what is asked for is looked up once.
 */
export class Fitness {
  readonly #question: Question;
  readonly #roster: Roster;
  readonly #needsPlace: boolean;
  readonly #requirements: readonly { readonly held: readonly Uint8Array[]; readonly lacking: Reason }[];
  readonly #apart: ReadonlyMap<number, Reason>;
  readonly #certificates: readonly { readonly validTill: Float64Array | undefined; readonly lapsed: Reason }[];

  constructor(question: Question, roster: Roster) {
    this.#question = question;
    this.#roster = roster;
    this.#needsPlace = question.place !== undefined && question.maxKm !== undefined;
    this.#apart = apartReasons(question.dependencies?.apart);
    this.#requirements = question.requirements.map(({ text, anyOf }) => ({
      held: anyOf.flatMap((skill) => roster.holdersOf(skill) ?? []),
      lacking: { rule: 'missingRequirement', detail: `The resource does not have ${text}.`, value: text },
    }));
    this.#certificates = question.certificates.map((no) => ({
      validTill: roster.validityOf(no),
      lapsed: {
        rule: 'certificate',
        detail: `The resource has no valid certificate ${no} at that time.`,
        value: no,
      },
    }));
  }

  /** The first rule that a resource fails. */
  failureOf(rank: number): Reason | undefined {
    const { among, excluded, from, till } = this.#question;
    const { candidates, isShown, serviceFrom, serviceTill, homeLat, homeLon } = this.#roster;
    if (isShown[rank] === 0) return NOT_SHOWN;
    if (among && !among.has((candidates[rank] as Candidate).id)) return NOT_AMONG;
    if (excluded.size > 0 && excluded.has((candidates[rank] as Candidate).id)) return EXCLUDED;
    const apart = this.#apart.size > 0 ? this.#apart.get((candidates[rank] as Candidate).id) : undefined;
    if (apart) return apart;
    const tooMuch = this.#question.loads?.tooMuch.get((candidates[rank] as Candidate).id);
    if (tooMuch) return tooMuch;
    if ((serviceFrom[rank] as number) >= till || (serviceTill[rank] as number) <= from) return OUT_OF_SERVICE;
    for (const { held, lacking } of this.#requirements) if (!isAmong(held, rank)) return lacking;
    for (const { validTill, lapsed } of this.#certificates) if ((validTill?.[rank] ?? 0) <= from) return lapsed;
    if (!this.#needsPlace) return undefined;
    return Number.isNaN(homeLat[rank]) || Number.isNaN(homeLon[rank]) ? UNKNOWN_PLACE : undefined;
  }

  /** Until when the certificates that are needed are valid. */
  coveredTill(rank: number): number {
    let till = Number.POSITIVE_INFINITY;
    for (const { validTill } of this.#certificates) till = Math.min(till, validTill?.[rank] ?? 0);
    return till;
  }
}

function isAmong(held: readonly Uint8Array[], rank: number): boolean {
  for (const marks of held) if (marks[rank] === 1) return true;
  return false;
}

/** One reason for each task: resources are grouped by them. */
function apartReasons(apart: ReadonlyMap<number, string> = new Map()): ReadonlyMap<number, Reason> {
  const reasons = new Map<string, Reason>();
  for (const task of new Set(apart.values()))
    reasons.set(task, {
      rule: 'differentResource',
      detail: `The resource does ${task}, and this task needs a different one.`,
      value: task,
    });
  return new Map(Array.from(apart, ([id, task]) => [id, reasons.get(task) as Reason]));
}
