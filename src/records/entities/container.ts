import { entity, flag, instant, sentFromBackOffice, text } from './kit.ts';

export const container = entity({
  name: 'Container',
  exact: true,
  table: 'container',
  route: 'container',
  group: 'Container',
  summary: 'Groups tasks and appointments so that planners can schedule them together.',
  key: ['name'],
  columns: {
    name: text(100, { required: true }),
    handleDate: instant({ note: 'The time of the handle of the container.' }),
    handleLocked: flag({
      default: true,
      note: 'Keeps the distance between the handle and the members: when the handle moves, they move.',
    }),
  },
  procedures: { upsert: ['mboc_upsertContainer'], delete: ['mboc_deleteContainer'] },
  options: { sentFromBackOffice },
  shownBy: 'name',
  choosesBy: 'name',
  writer: 'container',
  writePermissions: ['plan.write', 'records.import'],
});
