import { LongText } from '../log/long-text.tsx';
import { useImportTexts } from './texts.ts';

interface Row {
  readonly index: number;
  readonly procedure?: string;
  /** A code, a parameter, or both. */
  readonly what: string;
  readonly message: string;
}

/** Calls of an import, with a message each: those that were rejected, or accepted with a warning. */
export function CallsTable({ title, what, rows }: { title: string; what: string; rows: readonly Row[] }) {
  const texts = useImportTexts();
  return (
    <>
      <h3 className="log-part">{title}</h3>
      <table className="log-fields" aria-label={title}>
        <thead>
          <tr>
            <th style={{ width: '30%' }}>{texts.call}</th>
            <th style={{ width: '22%' }}>{what}</th>
            <th>{texts.message}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a call may have several warnings, and the list never changes
            <tr key={at}>
              <td>
                <bdi>{[row.index, row.procedure].filter((part) => part !== undefined && part !== '').join(' · ')}</bdi>
              </td>
              <td>
                <bdi>{row.what}</bdi>
              </td>
              <td>
                <LongText text={row.message} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
