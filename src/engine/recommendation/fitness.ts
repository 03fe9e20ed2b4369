import { isKnown } from '../travel/estimate.ts';
import type { Candidate, Question } from './question.ts';

/** Why a resource has no slot: the first rule that it fails. */
export interface Reason {
  readonly rule:
    | 'notShown'
    | 'notAmong'
    | 'excluded'
    | 'outOfService'
    | 'missingRequirement'
    | 'certificate'
    | 'unknownPlace'
    | 'tooFar'
    | 'notWorking'
    | 'booked'
    | 'tooShort'
    | 'capacity'
    | 'travel';
  readonly detail: string;
}

const NOT_SHOWN: Reason = { rule: 'notShown', detail: 'The resource is hidden.' };
const NOT_AMONG: Reason = { rule: 'notAmong', detail: 'The resource is not among those asked for.' };
const EXCLUDED: Reason = { rule: 'excluded', detail: 'The resource is excluded for the task.' };
const OUT_OF_SERVICE: Reason = { rule: 'outOfService', detail: 'The resource is not in service in the window.' };
const UNKNOWN_PLACE: Reason = { rule: 'unknownPlace', detail: 'It is not known where the resource starts.' };

/**
 * What can be told of a resource without looking at its time. Asked of everybody, of whom most may fail for the same reason: reasons are
 * spelled once a question.
 */
export class Fitness {
  readonly #question: Question;
  readonly #needsPlace: boolean;
  readonly #requirements: readonly { readonly anyOf: readonly string[]; readonly lacking: Reason }[];
  readonly #certificates: readonly { readonly no: string; readonly lapsed: Reason }[];

  constructor(question: Question) {
    this.#question = question;
    this.#needsPlace = question.place !== undefined && question.maxKm !== undefined;
    this.#requirements = question.requirements.map(({ text, anyOf }) => ({
      anyOf,
      lacking: { rule: 'missingRequirement', detail: `The resource does not have ${text}.` },
    }));
    this.#certificates = question.certificates.map((no) => ({
      no,
      lapsed: { rule: 'certificate', detail: `The resource holds no certificate ${no} that is valid then.` },
    }));
  }

  /** The first rule that a resource fails. */
  failureOf(candidate: Candidate): Reason | undefined {
    const { among, excluded, from, till } = this.#question;
    if (!candidate.isShown) return NOT_SHOWN;
    if (among && !among.has(candidate.id)) return NOT_AMONG;
    if (excluded.size > 0 && excluded.has(candidate.id)) return EXCLUDED;
    if (candidate.inService.from >= till || candidate.inService.till <= from) return OUT_OF_SERVICE;
    for (const { anyOf, lacking } of this.#requirements) if (!hasAny(candidate.skills, anyOf)) return lacking;
    for (const { no, lapsed } of this.#certificates) if ((candidate.certificates.get(no) ?? 0) <= from) return lapsed;
    return this.#needsPlace && !isKnown(candidate.home) ? UNKNOWN_PLACE : undefined;
  }

  /** Until when the certificates that are needed are valid. */
  coveredTill({ certificates }: Candidate): number {
    let till = Number.POSITIVE_INFINITY;
    for (const { no } of this.#certificates) till = Math.min(till, certificates.get(no) ?? 0);
    return till;
  }
}

function hasAny(skills: ReadonlySet<string>, anyOf: readonly string[]): boolean {
  for (const skill of anyOf) if (skills.has(skill)) return true;
  return false;
}
