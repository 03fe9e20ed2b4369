import { foldKeyPart } from '../natural-key.ts';
import type { AppointmentFacts, Found, ResourceFacts, Rule } from './facts.ts';
import { endOfLimit } from './limit.ts';

export const certificateInvalid: Rule<AppointmentFacts> = {
  key: 'certificateInvalid',
  severity: 'error',
  about: 'The resource does not hold a certificate that the task needs, or it expires before the appointment ends.',
  check: (facts) =>
    facts.resources.flatMap((resource) =>
      facts.task.certificates.flatMap((certificateNo) => of(facts, resource, certificateNo)),
    ),
  tell: (detail, { resource, task, moment }) =>
    detail['validUntil'] === null
      ? `${resource} does not hold certificate ${detail['certificateNo']}, which ${task} needs.`
      : `Certificate ${detail['certificateNo']} of ${resource}, which ${task} needs, expires at ${moment(Number(detail['validUntil']))}.`,
};

function of({ start, end, zone }: AppointmentFacts, resource: ResourceFacts, certificateNo: string): Found[] {
  const part = foldKeyPart(certificateNo);
  const held = resource.certificates.has(part);
  const validUntil = resource.certificates.get(part) ?? null;
  if (held && (validUntil === null || end <= endOfLimit(validUntil, zone))) return [];
  return [{ resourceId: resource.id, part, start, end, detail: { certificateNo, validUntil } }];
}

/** A task names several certificates in one text. */
export const certificatesIn = (text: string | null): string[] => [
  ...new Map(
    (text ?? '')
      .split(/[;,]/)
      .map((each) => each.trim())
      .filter((each) => each !== '')
      .map((each) => [foldKeyPart(each), each]),
  ).values(),
];
