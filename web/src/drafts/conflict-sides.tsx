import { useFormat } from '../kit/use-format.ts';
import type { DraftChange } from './queries.ts';
import { sideText } from './side-text.ts';
import { useDraftTexts } from './texts.ts';

interface Props {
  readonly change: DraftChange;
  nameOf(resourceNo: string): string;
}

/** A change of the draft that the plan contradicts: both sides, and who changed the plan. */
export function ConflictSides({ change, nameOf }: Props) {
  const texts = useDraftTexts();
  const format = useFormat();
  const changedBy = [
    ...new Set(
      change.conflicts.flatMap(({ by }) =>
        by ? [texts.changedBy(by.actor.replace(/^\w+:/, '').slice(0, 80), format.moment(by.at))] : [],
      ),
    ),
  ];
  return (
    <dl className="draft-sides">
      <dt>{texts.plan}</dt>
      <dd dir="auto">{sideText(change.present, format, nameOf)}</dd>
      <dt>{texts.draft}</dt>
      <dd dir="auto">{sideText(change.draft, format, nameOf)}</dd>
      {changedBy.map((text) => (
        <dd key={text} className="draft-by" dir="auto">
          {text}
        </dd>
      ))}
    </dl>
  );
}
