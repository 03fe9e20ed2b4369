import { Alert, Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Schemas } from '../api/schema.ts';
import { useTexts } from '../i18n/language.ts';
import { useCaptions } from '../kit/use-captions.ts';
import { useNotify } from '../kit/use-notify.ts';
import { useMay } from '../session/may.ts';
import { bodyOf, type Changes, missingIn, withChange } from './draft.ts';
import { type FieldSpec, fieldsOf, layoutOf, type SectionLayout } from './fields.ts';
import { type Kind, nameOf } from './kinds.ts';
import type { Row } from './record.ts';
import { useMasterDataTexts } from './texts.ts';
import { useLabel } from './use-label.ts';
import { useSuggestions } from './use-suggestions.ts';
import { ValueInput } from './value-input.tsx';

const SpotMap = lazy(() => import('./spot-map.tsx').then((file) => ({ default: file.SpotMap })));
/** Sections that say where something is. */
const ON_MAP: Readonly<Record<string, string>> = { home: 'home', site: 'site' };

interface Props {
  readonly kind: Kind;
  /** The stored record; a new one has none. */
  readonly row: Row | undefined;
  /** Values of a new record. */
  readonly start?: Changes;
  readonly isFixed: boolean;
  onSaved(answer: Schemas['WriteAnswer']): void;
}

class Exists extends Error {}

/** All fields of a record in its layout, and one button that saves what was changed. */
export function RecordForm({ kind, row, start = {}, isFixed, onSaved }: Props) {
  const texts = useMasterDataTexts();
  const common = useTexts();
  const notify = useNotify();
  const queries = useQueryClient();
  const mark = useMay()('masterData.change');
  const fields = fieldsOf(kind.entity);
  const [changes, setChanges] = useState<Changes>(start);
  const [isTried, setTried] = useState(false);
  const values = { ...row, ...changes };
  const missing = missingIn(fields, values);
  const save = useMutation({
    mutationFn: async () => {
      const keys = Object.fromEntries(kind.keys.map((key) => [key, values[key]]));
      // A write of an existing key would change that record.
      if (!row && (await kind.list({ ...keys, limit: 1 })).total > 0) throw new Exists(texts.exists);
      return kind.write(bodyOf(kind.keys, fields, values, changes, !row), { version: row?.version });
    },
    onSuccess: async (answer) => {
      setChanges({});
      notify.success(texts.saved);
      await queries.invalidateQueries();
      onSaved(answer);
    },
  });
  const change = (name: string, value: unknown): void =>
    setChanges((last) => withChange(last, name, value, row?.[name]));
  const isChanged = Object.keys(changes).length > 0;
  const shared = { kind, row, values, isFixed, change, missing: isTried ? missing : [] };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (missing.length === 0 && event.currentTarget.querySelector(':invalid') === null) save.mutate();
      }}
    >
      {layoutOf(kind.entity).map((section) => (
        <Section key={section.name} section={section} {...shared} />
      ))}
      {save.error && (
        <Alert color="red" role="alert">
          {save.error instanceof Exists ? save.error.message : notify.messageOf(save.error)}
        </Alert>
      )}
      {!isFixed && (
        <div className="master-foot">
          {row && isChanged && (
            <Button variant="default" onClick={() => setChanges({})}>
              {common.cancel}
            </Button>
          )}
          <Button {...mark} type="submit" loading={save.isPending} disabled={!isChanged}>
            {common.save}
          </Button>
        </div>
      )}
    </form>
  );
}

interface SectionProps {
  readonly section: SectionLayout;
  readonly kind: Kind;
  readonly row: Row | undefined;
  readonly values: Readonly<Record<string, unknown>>;
  readonly isFixed: boolean;
  /** Required fields that are shown as errors. */
  readonly missing: readonly string[];
  change(name: string, value: unknown): void;
}

const hasValue = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && value !== 0 && value !== false;

function Section(props: SectionProps) {
  const { section, row, kind, values, isFixed, change } = props;
  const texts = useMasterDataTexts();
  const labelOf = useLabel();
  const caption = useCaptions();
  const specs = fieldsOf(kind.entity);
  const suggest = useSuggestions(specs);
  const title = texts.sections[section.name];
  const fields = section.fields
    .flatMap((name) => specs.find((spec) => spec.name === name) ?? [])
    // Free fields mean something once the tenant has named them.
    .filter(({ name }) => section.name !== 'free' || caption(name, '') !== '' || hasValue(row?.[name]));
  if (fields.length === 0) return null;
  const isKey = (field: FieldSpec): boolean => row !== undefined && kind.keys.includes(field.name);
  const body = (
    <>
      {fields.map((field) => (
        <ValueInput
          key={field.name}
          field={field}
          label={labelOf(field.name)}
          value={values[field.name]}
          isFixed={isFixed || isKey(field)}
          hint={!isFixed && isKey(field) && field.name === kind.keys[0] ? texts.keyFixed : hintOf(field, props, texts)}
          error={props.missing.includes(field.name) ? texts.needed : undefined}
          suggestions={suggest(field)}
          change={(value) => change(field.name, value)}
        />
      ))}
      {ON_MAP[section.name] !== undefined && (
        <Suspense>
          <SpotMap
            prefix={ON_MAP[section.name] ?? ''}
            label={`${title}: ${nameOf(kind, values)}`}
            {...{ values, isFixed, change }}
          />
        </Suspense>
      )}
    </>
  );
  return (
    <FieldGroup title={title} isFolded={section.isFolded === true && !fields.some(({ name }) => hasValue(row?.[name]))}>
      {body}
    </FieldGroup>
  );
}

const hintOf = ({ name }: FieldSpec, { row, kind }: SectionProps, texts: ReturnType<typeof useMasterDataTexts>) =>
  row === undefined && name === 'sourceApp' && kind.keys.includes(name) ? texts.handMade : undefined;

function FieldGroup({ title, isFolded, children }: { title: string; isFolded: boolean; children: ReactNode }) {
  return (
    <details className="kit-card master-section" open={!isFolded}>
      <summary>{title}</summary>
      <fieldset className="master-fields" aria-label={title}>
        {children}
      </fieldset>
    </details>
  );
}
