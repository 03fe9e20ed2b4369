import { NativeSelect, TextInput } from '@mantine/core';
import { faultsOf, isTogether, RELATIONS, type Relation, type RelationForm } from './relation.ts';
import { type Sentences, useDependencyFieldTexts } from './texts.ts';

interface Props {
  readonly form: RelationForm;
  /** The sentences of the relations, from the side that the dialog is about. */
  readonly sentences: Sentences;
  readonly size?: 'xs' | 'sm';
  onChange(form: RelationForm): void;
}

/** How two depend on each other, in plain words, and the time between them. */
export function RelationFields({ form, sentences, size = 'sm', onChange }: Props) {
  const texts = useDependencyFieldTexts();
  const faults = faultsOf(form);
  const together = isTogether(form.relation);
  return (
    <>
      <NativeSelect
        size={size}
        label={texts.kind}
        value={form.relation}
        data={RELATIONS.map((value) => ({ value, label: sentences[value] }))}
        onChange={(event) => onChange({ ...form, relation: event.currentTarget.value as Relation })}
      />
      {!together && (
        <>
          <TextInput
            size={size}
            label={texts.lag}
            description={texts.lagHint}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            maxLength={12}
            value={form.lag}
            error={faults.lag && texts[faults.lag]}
            onChange={(event) => onChange({ ...form, lag: event.currentTarget.value })}
          />
          <TextInput
            size={size}
            label={texts.maxLag}
            description={texts.maxLagHint}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            maxLength={12}
            value={form.maxLag}
            error={faults.maxLag && texts[faults.maxLag]}
            onChange={(event) => onChange({ ...form, maxLag: event.currentTarget.value })}
          />
        </>
      )}
    </>
  );
}
