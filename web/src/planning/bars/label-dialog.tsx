import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { inkOn } from '../../board/contrast.ts';
import {
  LABEL_FIELDS,
  type LabelField,
  LONGEST_LABEL,
  labelLines,
  MOST_LINES,
  USUAL_LABELS,
  unknownFields,
} from '../../board/labels.ts';
import type { Bar } from '../../board/types.ts';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { FormFooter } from '../../kit/form-footer.tsx';
import { useSession, zoneOf } from '../../session/session.ts';
import type { BoardStore } from '../board-store.ts';
import './label-dialog.css';
import { useBarTexts } from './texts.ts';

interface Props {
  readonly store: BoardStore;
  readonly labels: readonly string[];
  readonly barHeight: number;
  onSave(labels: readonly string[]): void;
  onClose(): void;
}

const PREVIEWS = 3;

/** Edits the lines of the bars, with some bars of the board as a preview. */
export function LabelDialog({ store, labels, barHeight, onSave, onClose }: Props) {
  const texts = useBarTexts();
  const [lines, setLines] = useState<readonly string[]>(() => twoOf(labels));
  const set = (index: number, text: string): void => setLines(lines.map((line, i) => (i === index ? text : line)));
  const given = lines.map((line) => line.trim()).filter((line) => line !== '');
  const isWrong = lines.some((line) => unknownFields(line).length > 0);
  return (
    <FormDialog
      title={texts.labels}
      size="lg"
      onClose={onClose}
      onSubmit={() => {
        if (isWrong) return;
        onSave(given.length === 0 ? USUAL_LABELS : given);
        onClose();
      }}
    >
      <p className="label-hint">{texts.labelsHint}</p>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line has no other name than its number
        <Line key={index} number={index + 1} text={line} onText={(text) => set(index, text)} />
      ))}
      <Preview store={store} labels={given} barHeight={barHeight} />
      <Button variant="subtle" size="compact-sm" className="label-reset" onClick={() => setLines(USUAL_LABELS)}>
        {texts.usual}
      </Button>
      <FormFooter error={undefined} isBusy={false} disabled={isWrong} onCancel={onClose} />
    </FormDialog>
  );
}

const twoOf = (labels: readonly string[]): string[] => Array.from({ length: MOST_LINES }, (_, i) => labels[i] ?? '');

function Line({ number, text, onText }: { number: number; text: string; onText(text: string): void }) {
  const texts = useBarTexts();
  const [wrong] = unknownFields(text);
  const insert = (field: LabelField): void => {
    const last = text.trimEnd();
    const added = last === '' ? `{${field}}` : `${last}${/[,;:–-]$/.test(last) ? ' ' : ', '}{${field}}`;
    if (added.length <= LONGEST_LABEL) onText(added);
  };
  return (
    <div>
      <TextInput
        label={texts.line(number)}
        maxLength={LONGEST_LABEL}
        value={text}
        error={wrong === undefined ? undefined : texts.unknownField(wrong)}
        onChange={(event) => onText(event.currentTarget.value)}
      />
      <div className="label-fields">
        {LABEL_FIELDS.map((field) => (
          <Button
            key={field}
            size="compact-xs"
            variant="default"
            aria-label={texts.insertField(texts.fields[field], number)}
            onClick={() => insert(field)}
          >
            {texts.fields[field]}
          </Button>
        ))}
      </div>
    </div>
  );
}

/** Bars as the board would show them. */
function Preview({ store, labels, barHeight }: { store: BoardStore; labels: readonly string[]; barHeight: number }) {
  const texts = useBarTexts();
  const zone = zoneOf(useSession());
  const bars = [...store.data.bars.values()].slice(0, PREVIEWS);
  const isLow = barHeight < 26;
  const shown = isLow ? labels.slice(0, 1) : labels;
  if (bars.length === 0) return null;
  return (
    <section aria-label={texts.preview} className="label-preview">
      {bars.map((bar) => (
        <Sample key={bar.id} bar={bar} lines={labelLines(shown.length === 0 ? USUAL_LABELS : shown, bar, zone)} />
      ))}
      {isLow && labels.length > 1 && <p className="label-hint">{texts.lowBars}</p>}
    </section>
  );
}

const Sample = ({ bar, lines }: { bar: Bar; lines: readonly string[] }) => (
  <div className="label-sample" style={{ background: bar.color, color: inkOn(bar.color) }}>
    {lines.map((line, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a line has no other name than its number
      <div key={index}>{line}</div>
    ))}
  </div>
);
