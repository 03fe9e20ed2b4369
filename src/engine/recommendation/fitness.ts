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

/** What can be told of a resource without looking at its time. */
export function unfit(candidate: Candidate, question: Question): Reason | undefined {
  if (!candidate.isShown) return { rule: 'notShown', detail: 'The resource is hidden.' };
  if (question.among && !question.among.has(candidate.id))
    return { rule: 'notAmong', detail: 'The resource is not among those asked for.' };
  if (question.excluded.has(candidate.id))
    return { rule: 'excluded', detail: 'The resource is excluded for the task.' };
  if (candidate.inService.from >= question.till || candidate.inService.till <= question.from)
    return { rule: 'outOfService', detail: 'The resource is not in service in the window.' };
  const lacking = question.requirements.find(({ anyOf }) => !anyOf.some((skill) => candidate.skills.has(skill)));
  if (lacking) return { rule: 'missingRequirement', detail: `The resource does not have ${lacking.text}.` };
  const lapsed = question.certificates.find((no) => (candidate.certificates.get(no) ?? 0) <= question.from);
  if (lapsed !== undefined)
    return { rule: 'certificate', detail: `The resource holds no certificate ${lapsed} that is valid then.` };
  if (question.place && question.maxKm !== undefined && !isKnown(candidate.home))
    return { rule: 'unknownPlace', detail: 'It is not known where the resource starts.' };
  return undefined;
}

/** Until when the certificates that are needed are valid. */
export const coveredTill = ({ certificates }: Candidate, question: Question): number =>
  question.certificates.reduce((till, no) => Math.min(till, certificates.get(no) ?? 0), Number.POSITIVE_INFINITY);
