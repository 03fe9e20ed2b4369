import type { LoggedImport } from './import-state.tsx';
import { useImportTexts } from './texts.ts';

const MOST_NAMED = 3;

/** The most frequent procedures, with their counts. */
export function Procedures({ logged: { calls, procedures } }: { logged: LoggedImport }) {
  const texts = useImportTexts();
  if (calls === null) return <span className="log-none">{texts.unreadable}</span>;
  const named = Object.entries(procedures).sort(([, a], [, b]) => Number(b) - Number(a));
  return (
    <>
      {named.slice(0, MOST_NAMED).map(([name, count]) => (
        <bdi key={name} className="log-clamp">{`${name} × ${count}`}</bdi>
      ))}
      {named.length > MOST_NAMED && <span className="log-soft">+{named.length - MOST_NAMED}</span>}
    </>
  );
}
