import { Button, Group, NumberInput, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useLocale } from '../i18n/language.ts';
import { numberText } from '../i18n/number-text.ts';
import { useMay } from '../session/may.ts';
import { useLoadTexts } from './load-texts.ts';
import { type PartActions, PartCard } from './part-card.tsx';
import { type Row, textOf } from './record.ts';
import { useLabel } from './use-label.ts';

interface Props extends PartActions {
  readonly title: string;
  readonly empty: string;
  readonly entity: string;
  readonly queryKey: readonly unknown[];
  list(): Promise<readonly Row[]>;
}

/** Loads by name: what a resource carries at once, or what a visit of a task takes. Adding one again changes its quantity. */
export function NamedLoads({ title, empty, entity, queryKey, list, write, remove }: Props) {
  const labelOf = useLabel();
  const { locale } = useLocale();
  const quantity = (row: Row): number => Number(row['quantity']);
  return (
    <PartCard
      {...{ title, empty, entity, queryKey, list, remove }}
      nameOf={(row) => textOf(row, 'name')}
      columns={[
        { name: labelOf('name'), by: (row) => textOf(row, 'name'), show: (row) => textOf(row, 'name') },
        { name: labelOf('quantity'), by: quantity, show: (row) => numberText(locale, quantity(row), 6) },
      ]}
      form={(save) => <NewLoad add={(name, amount) => save(() => write({ name, quantity: amount }))} />}
    />
  );
}

function NewLoad({ add }: { add(name: string, quantity: number): Promise<boolean> }) {
  const texts = useLoadTexts();
  const labelOf = useLabel();
  const { texts: common } = useLocale();
  const mark = useMay()('masterData.change');
  const [name, setName] = useState('');
  const [quantity, setQuantity] = useState<number | string>('');
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!(await add(name.trim(), Number(quantity)))) return;
    setName('');
    setQuantity('');
  };
  return (
    <form onSubmit={(event) => void submit(event)} aria-label={texts.addLoad}>
      <Group gap="xs" mt="xs" align="flex-end">
        <TextInput
          size="xs"
          label={labelOf('name')}
          value={name}
          maxLength={50}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <NumberInput
          size="xs"
          label={labelOf('quantity')}
          min={0}
          decimalScale={6}
          value={quantity}
          onChange={setQuantity}
        />
        <Button {...mark} size="xs" type="submit" variant="default" disabled={name.trim() === '' || quantity === ''}>
          {common.add}
        </Button>
      </Group>
    </form>
  );
}
