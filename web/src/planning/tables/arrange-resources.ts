import { daysFrom } from '../../board/axis.ts';
import { dayLoads } from '../../board/day-load.ts';
import { barsByResource } from '../../board/layout.ts';
import type { BoardData, BoardResource, BoardView } from '../../board/types.ts';
import { type ResourceField, VALUE_SEPARATOR } from '../resource-fields.ts';
import { arrangeRows, type Field, textOf } from './arrange-rows.ts';
import type { Fields } from './conditions.ts';
import type { TableLayout } from './table-layout.ts';

type Resource = Field<BoardResource>;

const field = (name: ResourceField): Resource => ({
  name,
  kind: 'text',
  value: ({ fields }) => fields?.[name] ?? '',
});

/** What resources are sorted, grouped and filtered by. `loadOf` is the planned share of the capacity in percent. */
export const resourceFieldsWith = (loadOf: (resource: BoardResource) => number): readonly Resource[] => [
  { name: 'name', kind: 'text', value: ({ name }) => name },
  field('no'),
  field('team'),
  {
    name: 'skills',
    kind: 'texts',
    value: ({ fields }) => (fields?.['skills'] ? fields['skills'].split(VALUE_SEPARATOR) : []),
  },
  field('department'),
  field('type'),
  field('timeZone'),
  { name: 'load', kind: 'number', value: loadOf },
];

type ShownDays = Pick<BoardView, 'zone' | 'from' | 'days'>;

interface Options {
  readonly compare: (one: string, other: string) => number;
  readonly dayOf: Fields<BoardResource>['dayOf'];
}

/** The resources of the board in the order, groups and filter of a layout. */
export function arrangeResources(data: BoardData, layout: TableLayout, view: ShownDays, options: Options): BoardData {
  const fields = resourceFieldsWith(loadsIn(data, view));
  const group = fields.find(({ name }) => name === layout.group);
  const arranged = arrangeRows(data.resources, fields, layout, options);
  const resources = group ? arranged.map((resource) => ({ ...resource, group: textOf(group, resource) })) : arranged;
  return { ...data, resources };
}

/** The load in percent, computed only for those that are asked for. */
function loadsIn(data: BoardData, view: ShownDays): (resource: BoardResource) => number {
  const days = daysFrom(view.zone, view.from, view.days);
  let bars: ReturnType<typeof barsByResource> | undefined;
  return ({ no, working }) => {
    bars ??= barsByResource([...data.bars.values(), ...data.busy]);
    const loads = dayLoads(days, working, bars.get(no) ?? []);
    const available = loads.reduce((sum, { availableMs }) => sum + availableMs, 0);
    const booked = loads.reduce((sum, { bookedMs }) => sum + bookedMs, 0);
    return available === 0 ? (booked > 0 ? 200 : 0) : Math.round((100 * booked) / available);
  };
}
