import { Select } from '@mantine/core';
import { type MapDay, pinOf } from '../../map-view/scene.ts';
import { useRoutePlanTexts } from './texts.ts';
import type { Wish } from './wish.ts';

interface Props {
  readonly day: MapDay;
  /** The selected pin. */
  readonly id: string | undefined;
  readonly onWish: ((wish: Wish) => void) | undefined;
}

/** Plans the selected open task on a resource, without a drag. */
export function PlanTask({ day, id, onWish }: Props) {
  const texts = useRoutePlanTexts();
  const task = day.tasks.find((each) => pinOf.task(each) === id);
  if (!task || !onWish) return null;
  return (
    <Select
      label={texts.planOn}
      size="xs"
      mb={8}
      searchable
      value={null}
      data={day.resources.map(({ resourceNo, name }) => ({
        value: resourceNo,
        label: name.slice(0, 80) || resourceNo,
      }))}
      onChange={(resourceNo) => resourceNo !== null && onWish({ type: 'add', resourceNo, task })}
    />
  );
}
