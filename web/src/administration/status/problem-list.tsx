import { Card } from '../../kit/page.tsx';
import { StatusBadge } from '../log/status-badge.tsx';
import { useProblemTexts } from './problem-texts.ts';
import type { InstallationStatus } from './status-types.ts';
import { useStatusTexts } from './texts.ts';

type Props = Pick<InstallationStatus, 'problems' | 'backup'>;

/** What is wrong, and what to do about it. That no backups are made is a notice: an operator may want it so. */
export function ProblemList({ problems, backup }: Props) {
  const texts = useStatusTexts();
  const explained = useProblemTexts();
  const hasBackupsOff = backup?.state === 'off';
  return (
    <Card title={texts.problems}>
      {problems.length === 0 && !hasBackupsOff ? (
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
          {hasBackupsOff && (
            <li>
              <StatusBadge tone="calm">{texts.notice}</StatusBadge>
              <div>
                <strong>{texts.backupsOff}</strong>
                <p>{texts.backupsOffHint}</p>
              </div>
            </li>
          )}
        </ul>
      )}
    </Card>
  );
}
