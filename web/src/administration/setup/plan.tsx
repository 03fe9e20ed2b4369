import { Alert } from '@mantine/core';
import { FieldChanges } from '../log/field-changes.tsx';
import { StatusBadge, type Tone } from '../log/status-badge.tsx';
import type { PackagePlan } from './package-text.ts';
import { useSetupTexts } from './texts.ts';
import './setup.css';

type Planned = PackagePlan['changes'][number];
const tones: Readonly<Record<Planned['action'], Tone>> = { created: 'good', updated: 'busy', deleted: 'bad' };

/** The changes of a package, by record and field. */
export function Plan({ plan: { changes, counts, problems, warnings, applies } }: { plan: PackagePlan }) {
  const texts = useSetupTexts();
  return (
    <section aria-label={texts.planTitle}>
      <h3 className="log-part">{texts.planTitle}</h3>
      {!applies && (
        <Alert color="red" variant="light" mb="sm" title={texts.cannotApply}>
          <Lines of={problems.map(({ at, code, message }) => `${at} · ${code}: ${message}`)} />
        </Alert>
      )}
      {warnings.length > 0 && (
        <Alert color="gray" variant="light" mb="sm" title={texts.warnings}>
          <Lines of={warnings} />
        </Alert>
      )}
      <p>
        {changes.length === 0 && applies
          ? texts.nothingChanges
          : texts.summary(counts.created, counts.updated, counts.deleted)}
      </p>
      {changes.map((change) => (
        <Record key={`${change.entity} ${change.key} ${change.action}`} change={change} />
      ))}
    </section>
  );
}

const Lines = ({ of }: { of: readonly string[] }) => (
  <>
    {of.map((line) => (
      <div key={line} dir="auto">
        {line}
      </div>
    ))}
  </>
);

function Record({ change: { entity, key, action, before, after } }: { change: Planned }) {
  const texts = useSetupTexts();
  const name = `${entity} ${key}`;
  return (
    <details className="setup-record" open={action === 'updated'}>
      <summary>
        <StatusBadge tone={tones[action]}>{texts.actions[action]}</StatusBadge> <bdi>{name}</bdi>
      </summary>
      <FieldChanges label={texts.fieldsOf(name)} before={before} after={after} />
    </details>
  );
}
