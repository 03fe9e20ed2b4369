import { described, type Infer, shown } from '../../platform/contract/kind.ts';
import { object, required, withDefault } from '../../platform/contract/object.ts';
import { contract } from '../../platform/contract/route.ts';
import { boolean, integer, json, text } from '../../platform/contract/values.ts';
import { exactly, list, moment, text as textSchema, whole } from '../../platform/http/shapes.ts';

const access = 'records.read';
const tags = ['Setup packages'];
const LONGEST_NAME = 100;
export const LONGEST_CODE = 50;

const layout = exactly({
  code: textSchema,
  name: textSchema,
  kind: { ...whole, description: '0 board, 1 list, 2 map, 3 calendar.' },
  content: { type: 'object', additionalProperties: true },
  createdAt: moment,
  updatedAt: moment,
});

const chosen = exactly({ code: textSchema, shared: { type: 'boolean', description: 'A layout of the tenant.' } });

export const listPersonalLayouts = contract({
  method: 'GET',
  path: '/personalLayout',
  access,
  tags,
  summary: 'List your own layouts',
  description:
    'Layouts of the user who asks, by name, and the one that this user begins with. Nobody else reads them. An API key has none.',
  response: { 200: exactly({ layouts: list(layout), default: { oneOf: [chosen, { type: 'null' }] } }) },
});

const params = { code: { type: 'string', description: 'Letters, digits, hyphens and underscores, up to 50.' } };

const layoutBody = object({
  name: required(shown(text(LONGEST_NAME), { maxLength: LONGEST_NAME })),
  kind: withDefault(described(integer(0, 3), '0 board, 1 list, 2 map, 3 calendar.'), 0, 0),
  content: required(
    described(
      json({ type: 'object', additionalProperties: true }),
      'Up to 65,536 characters as JSON; stored as it is.',
    ),
  ),
});
export type LayoutBody = Infer<typeof layoutBody>;

export const savePersonalLayout = contract({
  method: 'PUT',
  path: '/personalLayout/:code',
  access,
  tags,
  summary: 'Save one of your own layouts',
  description: 'Creates the layout, or replaces the one with this code. Up to 200 for each user.',
  params,
  body: layoutBody,
  response: { 200: layout },
});

export const deletePersonalLayout = contract({
  method: 'DELETE',
  path: '/personalLayout/:code',
  access,
  tags,
  summary: 'Delete one of your own layouts',
  params,
  response: { 204: { type: 'null', description: 'Deleted.' } },
});

const defaultBody = object({
  code: described(text(LONGEST_CODE), 'Without it you have no default.'),
  shared: withDefault(described(boolean(), 'The code names a layout of the tenant.'), false, false),
});
export type DefaultBody = Infer<typeof defaultBody>;

export const setDefaultLayout = contract({
  method: 'PUT',
  path: '/defaultLayout',
  access,
  tags,
  summary: 'Choose the layout that you begin with',
  body: defaultBody,
  response: { 204: { type: 'null', description: 'Chosen.' } },
});
