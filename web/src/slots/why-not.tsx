import { Button } from '@mantine/core';
import { addDays, dateOf } from '../dates/zone.ts';
import { useSession, zoneOf } from '../session/session.ts';
import { type ReasonTexts, useReasonTexts } from './reason-texts.ts';
import type { Relaxation, SlotAnswer, SlotRequest } from './slot-request.ts';
import { useSlotTexts } from './texts.ts';

type Rejected = SlotAnswer['rejected'][number];

const MOST_NAMES = 200;

/** Why resources have no slot: most frequent reason first, with the names of the resources. */
export function WhyNot({ rejected }: { rejected: readonly Rejected[] }) {
  const texts = useSlotTexts();
  const reasons = useReasonTexts();
  if (rejected.length === 0) return null;
  const total = rejected.reduce((sum, { count }) => sum + count, 0);
  return (
    <section className="why-not" aria-label={texts.rejected(total)}>
      <h2>{texts.rejected(total)}</h2>
      {rejected.map((reason) => (
        <details key={`${reason.rule} ${reason.value ?? ''} ${reason.estimated ?? false}`}>
          <summary>
            <strong>{reason.count}</strong> <span dir="auto">{ruleText(reason, reasons)}</span>
          </summary>
          <ul>
            {reason.resources.slice(0, MOST_NAMES).map(({ resourceNo, resourceName }) => (
              <li key={resourceNo} dir="auto">
                {resourceName.slice(0, 80)}
              </li>
            ))}
            {reason.count > MOST_NAMES && <li>{texts.andMore(reason.count - MOST_NAMES)}</li>}
          </ul>
        </details>
      ))}
    </section>
  );
}

const ruleText = ({ rule, value, detail }: Rejected, { rules }: ReasonTexts): string =>
  rules[rule]?.((value ?? '').slice(0, 120)) ?? detail;

interface HelpsProps {
  readonly relaxations: readonly Relaxation[];
  readonly request: SlotRequest;
  onRelax(relaxation: Relaxation): void;
}

/** Relaxations that would give slots, each as a button. */
export function WhatHelps({ relaxations, request, onRelax }: HelpsProps) {
  const texts = useSlotTexts();
  const reasons = useReasonTexts();
  const zone = zoneOf(useSession());
  return (
    <section className="helps" aria-label={texts.noSlots}>
      <h2>{texts.noSlots}</h2>
      <p>{relaxations.length === 0 ? texts.nothingHelps : texts.noSlotsHint}</p>
      <div className="helps-list">
        {relaxations.map((relaxation) => (
          <Button
            key={`${relaxation.change} ${relaxation.value}`}
            size="xs"
            variant="light"
            onClick={() => onRelax(relaxation)}
            rightSection={<span className="helps-count">{texts.withSlots(relaxation.slots)}</span>}
          >
            {relaxationText(relaxation, request, reasons, zone)}
          </Button>
        ))}
      </div>
    </section>
  );
}

function relaxationText(
  { change, value, detail }: Relaxation,
  request: SlotRequest,
  texts: ReasonTexts,
  zone: string,
): string {
  const text = String(value).slice(0, 120);
  switch (change) {
    case 'dropRequirement':
      return texts.dropRequirement(text);
    case 'dropCertificate':
      return texts.dropCertificate(text);
    case 'maxDistance':
      return texts.maxDistance(Number(value), request.maxKm);
    case 'window': {
      const last = dateOf(zone, Date.parse(String(value)) - 1);
      return texts.window(daysOf(request.from, last), daysOf(request.from, request.to));
    }
    case 'duration':
      return texts.shorter(Number(value));
    case 'dropDependencies':
      return texts.dropDependencies(text);
    case 'dropLoads':
      return texts.dropLoads(text);
    case 'anybody':
      return texts.anybody;
    default:
      return detail;
  }
}

/** Both dates are included. */
const daysOf = (from: string, to: string): number =>
  Math.round((Date.parse(addDays(to, 1)) - Date.parse(from)) / 86_400_000);
