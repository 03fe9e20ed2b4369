import { LongText } from './long-text.tsx';
import { useLogTexts } from './texts.ts';

type Fields = Readonly<Record<string, unknown>> | null;

const textOf = (value: unknown): string | undefined => {
  if (value === undefined || value === null || value === '') return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** The fields of a change. Of a created or deleted record, only the ones with a value. */
function rowsOf(before: Fields, after: Fields): { name: string; was: string | undefined; is: string | undefined }[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return names
    .map((name) => ({ name, was: textOf(before?.[name]), is: textOf(after?.[name]) }))
    .filter(({ was, is }) => (before !== null && after !== null ? true : was !== undefined || is !== undefined));
}

/** The fields of a change, before and after. */
export function FieldChanges({ label, before, after }: { label: string; before: Fields; after: Fields }) {
  const texts = useLogTexts();
  const rows = rowsOf(before, after);
  const value = (text: string | undefined) =>
    text === undefined ? <span className="log-none">{texts.nothing}</span> : <LongText text={text} />;
  if (rows.length === 0) return null;
  return (
    <table className="log-fields" aria-label={label}>
      <thead>
        <tr>
          <th>{texts.field}</th>
          {before !== null && <th>{texts.before}</th>}
          {after !== null && <th>{texts.after}</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, was, is }) => (
          <tr key={name}>
            <td>{name}</td>
            {before !== null && <td className="log-was">{value(was)}</td>}
            {after !== null && <td className="log-is">{value(is)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
