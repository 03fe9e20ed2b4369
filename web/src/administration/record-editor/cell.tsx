import { safeColor } from '../../board/contrast.ts';
import type { Field, Stored } from './record-kind.ts';
import { useEditorTexts } from './texts.ts';

/** A value of a record as the table shows it. */
export function Cell<Row extends Stored>({ field, row }: { field: Field<Row>; row: Row }) {
  const texts = useEditorTexts();
  const value: unknown = row[field.name];
  if (field.kind === 'flag') return value === true ? texts.yes : texts.no;
  if (value === null || value === undefined || value === '') return null;
  if (field.kind === 'color')
    return (
      <span className="record-color">
        <span className="record-swatch" style={{ background: safeColor(String(value)) }} />
        {String(value)}
      </span>
    );
  if (field.kind === 'choice') return field.choices.find((choice) => choice.value === value)?.text ?? String(value);
  return <span className="record-text">{String(value)}</span>;
}
