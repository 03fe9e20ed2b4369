import { described, type Infer } from '../../platform/contract/kind.ts';
import { query } from '../../platform/contract/object.ts';
import { contract } from '../../platform/contract/route.ts';
import { integer, text } from '../../platform/contract/values.ts';
import { exactly, list, nullableText, text as textSchema, texts, whole } from '../../platform/http/shapes.ts';

const ADMIN = 'Needs the permission users.manage.';

const visibilityQuery = query({
  user: described(text(254), `E-mail address of another user. ${ADMIN}`),
  entity: described(text(100), `Explains one record of this entity, such as Task. ${ADMIN}`),
  id: described(integer(1, Number.MAX_SAFE_INTEGER), 'Id of the record.'),
  key: described(text(600), 'Key of the record instead of its id: ERP/SERVICE/1000/10.'),
});
export type VisibilityQuery = Infer<typeof visibilityQuery>;

const boolean = { type: 'boolean' };
const counted = exactly({ visible: whole, total: whole });

const reason = {
  ...exactly({
    rule: { enum: ['filterGroup', 'category', 'timeMarker', 'team', 'reference', 'resources', 'tasks'] },
    visible: { ...boolean, description: 'Whether this rule lets the record through.' },
    group: textSchema,
    userValues: texts,
    recordValues: {
      ...texts,
      description: 'Empty: there is nothing to compare, and the rule does not hide the record.',
    },
    entity: { ...textSchema, description: 'The kind of the record that this one is hidden with.' },
    id: whole,
    visibleCount: { ...whole, description: 'Visible resources of the appointment, or tasks of the job.' },
    totalCount: whole,
  }),
  required: ['rule', 'visible'],
};

export const showVisibility = contract({
  method: 'GET',
  path: '/me/visibility',
  access: 'anyone',
  tags: ['Access'],
  summary: 'Show the data filters of a user, and what they see',
  description:
    'Which data filters limit the user, and how many tasks, resources and appointments the user sees. Those who manage users can ask for any user, and why the user sees a record or not.',
  query: visibilityQuery,
  response: {
    200: {
      ...exactly({
        user: { ...nullableText, description: 'E-mail address; null for an API key, which sees everything.' },
        limited: boolean,
        limits: exactly({
          filterValues: list(exactly({ group: textSchema, values: texts })),
          categories: texts,
          timeMarkers: texts,
          teams: texts,
        }),
        counts: exactly({ tasks: counted, resources: counted, appointments: counted }),
        record: exactly({ entity: textSchema, id: whole, visible: boolean, reasons: list(reason) }),
      }),
      required: ['user', 'limited', 'limits', 'counts'],
    },
  },
});
