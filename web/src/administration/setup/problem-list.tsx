import { LinkButton } from '../../kit/link-button.tsx';
import type { PlacedProblem } from './check-package.ts';
import { useCheckTexts } from './check-texts.ts';
import type { Path } from './schema-check.ts';

/** users[0].timeZone */
const pathText = (path: Path): string =>
  path.map((step, i) => (typeof step === 'number' ? `[${step}]` : `${i === 0 ? '' : '.'}${step}`)).join('');

/** The problems of the text with line, column and path. A click on one puts the cursor there. */
export function ProblemList({
  problems,
  goTo,
}: {
  problems: readonly PlacedProblem[] | undefined;
  goTo: (offset: number) => void;
}) {
  const texts = useCheckTexts();
  const errors = problems?.filter(({ isWarning }) => !isWarning).length ?? 0;
  return (
    <div className="setup-problems">
      <output>{problems && texts.summary(errors, problems.length - errors)}</output>
      {problems && problems.length > 0 && (
        <ul aria-label={texts.title}>
          {problems.map((problem) => (
            <li
              key={`${problem.offset} ${problem.code} ${problem.detail}`}
              className={problem.isWarning ? undefined : 'is-error'}
            >
              <LinkButton onClick={() => goTo(problem.offset)}>{texts.at(problem.line, problem.column)}</LinkButton>{' '}
              {problem.path.length > 0 && <code dir="ltr">{pathText(problem.path)}</code>}{' '}
              <bdi>{texts.messages[problem.code](problem.detail)}</bdi>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
