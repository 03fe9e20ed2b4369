import { useTexts } from '../i18n/language.ts';
import type { Violation } from './board-store.ts';

/** All rule violations of the window, most severe first, each with a link to its bar. */
export function ViolationList({ violations, onShow }: { violations: readonly Violation[]; onShow(id: number): void }) {
  const texts = useTexts();
  if (violations.length === 0) return <p className="dock-empty">{texts.noViolations}</p>;
  const sorted = [...violations].sort((a, b) => a.severity.localeCompare(b.severity)).slice(0, 500);
  return (
    <ul className="violations">
      {sorted.map(({ severity, message, appointmentId, otherId, rule, resourceNo }) => (
        <li key={`${rule} ${appointmentId} ${otherId} ${resourceNo} ${message.slice(0, 80)}`}>
          <button type="button" onClick={() => onShow(appointmentId ?? otherId ?? 0)}>
            <span className={`wrong wrong-${severity}`} aria-hidden="true" />
            <span dir="auto">{message.slice(0, 300)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
