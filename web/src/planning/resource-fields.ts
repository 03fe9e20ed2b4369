import type { Paths } from '../api/schema.ts';

type BoardAnswer = Paths['/board']['get']['answer'];
type Resource = BoardAnswer['resources'][number];

/** The texts that columns, filters and groups of resources use; `load` is computed by the board. */
const RESOURCE_FIELDS = ['no', 'team', 'skills', 'department', 'type', 'timeZone'] as const;
export type ResourceField = (typeof RESOURCE_FIELDS)[number];

/** Separates the values of a field with several. */
export const VALUE_SEPARATOR = ', ';

export const resourceFields = ({ filterValues }: BoardAnswer, resource: Resource): Record<ResourceField, string> => ({
  no: resource.resourceNo,
  team: resource.teamName ?? resource.teamCode ?? '',
  skills: resource.has.map((index) => filterValues[index]?.value ?? '').join(VALUE_SEPARATOR),
  department: resource.department ?? '',
  type: resource.resourceType ?? '',
  timeZone: resource.timeZone,
});
