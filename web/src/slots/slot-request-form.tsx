import { NumberInput, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { DateRangeFields } from '../kit/date-range-fields.tsx';
import { LocationFields } from './location-fields.tsx';
import { taskQuery } from './queries.ts';
import { RequirementFields } from './requirement-fields.tsx';
import type { SlotRequest, TaskKey } from './slot-request.ts';
import { useSlotRequestTexts } from './slot-request-texts.ts';

interface Props {
  readonly request: SlotRequest;
  readonly task: TaskKey | undefined;
  readonly isLocationUnknown: boolean;
  onChange(change: Partial<SlotRequest>): void;
}

const GRIDS = [5, 10, 15, 20, 30, 60];
const LONGEST_MINUTES = 30 * 1440;
const FARTHEST_KM = 20_000;

const numberOf = (value: number | string): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

/** Window, duration, requirements and location. */
export function SlotRequestForm({ request, task, isLocationUnknown, onChange }: Props) {
  const texts = useSlotRequestTexts();
  const { data: open } = useQuery(taskQuery(task));
  const seconds = open?.durationInSeconds ?? 0;
  const asTheTask = seconds > 0 ? `${Math.ceil(seconds / 60)} ${texts.asTheTask}` : texts.asTheTask;
  return (
    <>
      <div className="form-pair">
        <DateRangeFields from={request.from} to={request.to} labels={texts} onChange={onChange} />
        <NumberInput
          size="xs"
          label={texts.duration}
          placeholder={task ? asTheTask : undefined}
          min={1}
          max={LONGEST_MINUTES}
          step={15}
          allowDecimal={false}
          value={request.minutes ?? ''}
          onChange={(value) => onChange({ minutes: numberOf(value) })}
        />
        <Select
          size="xs"
          label={texts.grid}
          allowDeselect={false}
          data={GRIDS.map((minutes) => ({ value: String(minutes), label: texts.minutes(minutes) }))}
          value={String(request.grid)}
          onChange={(value) => onChange({ grid: Number(value) })}
        />
      </div>
      <RequirementFields request={request} task={task} onChange={onChange} />
      <LocationFields
        location={request.location}
        hasTask={task !== undefined}
        isLocationUnknown={isLocationUnknown}
        onChange={(change) => onChange({ location: { ...request.location, ...change } })}
      />
      <div className="form-pair">
        <NumberInput
          size="xs"
          label={texts.maxDistance}
          placeholder={texts.noLimit}
          min={0}
          max={FARTHEST_KM}
          step={5}
          value={request.maxKm ?? ''}
          onChange={(value) => onChange({ maxKm: numberOf(value) })}
        />
        <Select
          size="xs"
          label={texts.travel}
          allowDeselect={false}
          data={[
            { value: 'route', label: texts.fromStop },
            { value: 'home', label: texts.fromHome },
          ]}
          value={request.fromHome ? 'home' : 'route'}
          onChange={(value) => onChange({ fromHome: value === 'home' })}
        />
      </div>
    </>
  );
}
