import { Card } from '../../kit/page.tsx';
import { StatusBadge } from '../log/status-badge.tsx';
import { useProblemTexts } from './problem-texts.ts';
import type { Problem } from './status-types.ts';
import { useStatusTexts } from './texts.ts';

/** What is wrong, and what to do about it. */
export function ProblemList({ problems }: { problems: readonly Problem[] }) {
  const texts = useStatusTexts();
  const explained = useProblemTexts();
  return (
    <Card title={texts.problems}>
      {problems.length === 0 ? (
        <p className="status-fine" role="status">
          <StatusBadge tone="good">{texts.fine}</StatusBadge> {texts.fineHint}
        </p>
      ) : (
        <ul className="status-problems">
          {problems.map(({ code, severity, about }) => (
            <li key={`${code} ${about}`}>
              <StatusBadge tone={severity === 'critical' ? 'bad' : 'wait'}>{texts.severities[severity]}</StatusBadge>
              <div>
                <strong>
                  {explained[code].what}
                  {about !== '' && (
                    <>
                      {': '}
                      <bdi>{about}</bdi>
                    </>
                  )}
                </strong>
                <p>{explained[code].toDo}</p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
