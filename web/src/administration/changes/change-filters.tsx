import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { DateRangeFields } from '../../kit/date-range-fields.tsx';
import { useLogTexts } from '../log/texts.ts';
import { recordTypes } from './record-types.ts';
import { useChangeTexts } from './texts.ts';
import type { ChangeFilter } from './use-changes.ts';

const FIELDS = ['key', 'actor'] as const;
export type FilterValues = Readonly<Record<(typeof FIELDS)[number] | 'entity' | 'from' | 'to' | 'requestId', string>>;
export const NO_FILTER: FilterValues = { entity: '', key: '', actor: '', from: '', to: '', requestId: '' };

/** The query of the API. The last day is included. */
export const filterOf = ({ entity, key, actor, from, to, requestId }: FilterValues): ChangeFilter => ({
  ...(entity.trim() ? { entity: entity.trim() } : {}),
  ...(key.trim() ? { key: key.trim() } : {}),
  ...(actor.trim() ? { actor: actor.trim() } : {}),
  ...(from ? { from } : {}),
  ...(to ? { to: dayAfter(to) } : {}),
  ...(requestId ? { requestId } : {}),
});

function dayAfter(day: string): string {
  const next = new Date(`${day}T12:00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  return next.toISOString().slice(0, 10);
}

/** Filters the log by record type, key, user and date, or by one request. */
export function ChangeFilters({ values, onChange }: { values: FilterValues; onChange(next: FilterValues): void }) {
  const texts = useChangeTexts();
  const common = useLogTexts();
  const labels = { key: texts.record, actor: texts.actor };
  return (
    <div className="log-filters">
      <NativeSelect
        size="xs"
        label={texts.entity}
        value={values.entity}
        onChange={({ currentTarget }) => onChange({ ...values, entity: currentTarget.value })}
        data={[{ value: '', label: common.all }, ...recordTypes]}
      />
      {FIELDS.map((name) => (
        <TextInput
          key={name}
          size="xs"
          label={labels[name]}
          value={values[name]}
          onChange={({ currentTarget }) => onChange({ ...values, [name]: currentTarget.value })}
        />
      ))}
      <DateRangeFields
        from={values.from}
        to={values.to}
        labels={texts}
        onChange={(change) => onChange({ ...values, ...change })}
      />
      {values.requestId !== '' && (
        <Group gap="xs">
          <span>
            {texts.ofRequest}: <bdi>{values.requestId}</bdi>
          </span>
          <Button size="compact-sm" variant="default" onClick={() => onChange({ ...values, requestId: '' })}>
            {texts.clearRequest}
          </Button>
        </Group>
      )}
    </div>
  );
}
