import { MultiSelect, Pill } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { filterValuesQuery, taskQuery } from './queries.ts';
import type { SlotRequest, TaskKey, Waived } from './slot-request.ts';
import { useSlotRequestTexts } from './slot-request-texts.ts';

interface Props {
  readonly request: SlotRequest;
  readonly task: TaskKey | undefined;
  onChange(change: Partial<SlotRequest>): void;
}

/** Requirements of the task, requirements that the planner adds, and waived ones. */
export function RequirementFields({ request, task, onChange }: Props) {
  const texts = useSlotRequestTexts();
  const { data: values = [] } = useQuery(filterValuesQuery);
  const { data: open } = useQuery(taskQuery(task));
  const { waived } = request;
  const gone = new Set(waived.requirements.map((text) => text.toLowerCase()));
  const required = (open?.requires ?? [])
    .map(({ group, value }) => `${group}:${value}`)
    .filter((text) => !gone.has(text.toLowerCase()));
  // Compared as text: names may contain a colon, and equal texts mean the same to the API.
  const named = new Map(values.map(({ group, value }) => [`${group}:${value}`, { group, value }]));
  const data = [...Map.groupBy(named, ([, { group }]) => group)].map(([group, own]) => ({
    group,
    items: own.map(([text, { value }]) => ({ value: text, label: value })),
  }));
  return (
    <fieldset className="form-part">
      <legend>{texts.requirements}</legend>
      {required.length > 0 && (
        <p className="pills">
          {required.map((text) => (
            <span key={text} className="chip" title={texts.ofTask} dir="auto">
              {text.slice(0, 80)}
            </span>
          ))}
        </p>
      )}
      <MultiSelect
        size="xs"
        searchable
        clearable
        hidePickedOptions
        limit={200}
        aria-label={texts.requirements}
        placeholder={request.requirements.length === 0 ? texts.requirementsMore : undefined}
        data={data}
        value={[...request.requirements]}
        onChange={(requirements) => onChange({ requirements })}
      />
      <GivenUp waived={waived} onWaived={(next) => onChange({ waived: next })} />
    </fieldset>
  );
}

/** A waived requirement; a click requires it again. */
function GivenUp({ waived, onWaived }: { waived: Waived; onWaived: (waived: Waived) => void }) {
  const texts = useSlotRequestTexts();
  const lists = (['requirements', 'certificates'] as const).flatMap((name) =>
    waived[name].map((text) => ({
      text,
      back: { ...waived, [name]: waived[name].filter((each) => each !== text) },
    })),
  );
  const flags = (
    [
      ['latest', texts.latest],
      ['resources', texts.certainResources],
      ['dependencies', texts.dependencies],
      ['loads', texts.loads],
    ] as const
  ).flatMap(([name, text]) => (waived[name] ? [{ text, back: { ...waived, [name]: false } }] : []));
  const all = [...lists, ...flags];
  if (all.length === 0) return null;
  return (
    <div className="pills">
      <span className="form-note">{texts.givenUp}</span>
      {all.map(({ text, back }) => (
        <Pill
          key={text}
          withRemoveButton
          removeButtonProps={{ 'aria-label': texts.takeBack(text.slice(0, 80)), 'aria-hidden': false, tabIndex: 0 }}
          onRemove={() => onWaived(back)}
        >
          {text.slice(0, 80)}
        </Pill>
      ))}
    </div>
  );
}
