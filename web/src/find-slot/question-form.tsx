import { NumberInput, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { PlaceFields } from './place-fields.tsx';
import { taskQuery } from './queries.ts';
import type { Question, TaskKey } from './question.ts';
import { useQuestionTexts } from './question-texts.ts';
import { RequirementFields } from './requirement-fields.tsx';

interface Props {
  readonly question: Question;
  readonly task: TaskKey | undefined;
  readonly isUnplaced: boolean;
  onChange(change: Partial<Question>): void;
}

const GRIDS = [5, 10, 15, 20, 30, 60];
const LONGEST_MINUTES = 30 * 1440;
const FARTHEST_KM = 20_000;

const numberOf = (value: number | string): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

/** When, how long, who and where. */
export function QuestionForm({ question, task, isUnplaced, onChange }: Props) {
  const texts = useQuestionTexts();
  const { data: open } = useQuery(taskQuery(task));
  const seconds = open?.durationInSeconds ?? 0;
  const asTheTask = seconds > 0 ? `${Math.ceil(seconds / 60)} ${texts.asTheTask}` : texts.asTheTask;
  return (
    <>
      <div className="form-pair">
        <TextInput
          type="date"
          size="xs"
          label={texts.from}
          value={question.from}
          onChange={(event) => onChange({ from: event.currentTarget.value })}
        />
        <TextInput
          type="date"
          size="xs"
          label={texts.to}
          value={question.to}
          onChange={(event) => onChange({ to: event.currentTarget.value })}
        />
        <NumberInput
          size="xs"
          label={texts.duration}
          placeholder={task ? asTheTask : undefined}
          min={1}
          max={LONGEST_MINUTES}
          step={15}
          allowDecimal={false}
          value={question.minutes ?? ''}
          onChange={(value) => onChange({ minutes: numberOf(value) })}
        />
        <Select
          size="xs"
          label={texts.grid}
          allowDeselect={false}
          data={GRIDS.map((minutes) => ({ value: String(minutes), label: texts.minutes(minutes) }))}
          value={String(question.grid)}
          onChange={(value) => onChange({ grid: Number(value) })}
        />
      </div>
      <RequirementFields question={question} task={task} onChange={onChange} />
      <PlaceFields
        place={question.place}
        hasTask={task !== undefined}
        isUnplaced={isUnplaced}
        onPlace={(change) => onChange({ place: { ...question.place, ...change } })}
      />
      <div className="form-pair">
        <NumberInput
          size="xs"
          label={texts.maxDistance}
          placeholder={texts.noLimit}
          min={0}
          max={FARTHEST_KM}
          step={5}
          value={question.maxKm ?? ''}
          onChange={(value) => onChange({ maxKm: numberOf(value) })}
        />
        <Select
          size="xs"
          label={texts.ways}
          allowDeselect={false}
          data={[
            { value: 'route', label: texts.fromStop },
            { value: 'home', label: texts.fromHome },
          ]}
          value={question.fromHome ? 'home' : 'route'}
          onChange={(value) => onChange({ fromHome: value === 'home' })}
        />
      </div>
    </>
  );
}
