import { object, required } from '../../platform/contract/object.ts';
import { contract } from '../../platform/contract/route.ts';
import { boolean } from '../../platform/contract/values.ts';
import { text } from '../../platform/http/shapes.ts';

const access = 'settings.manage';
const tags = ['Access'];
const response = {
  200: {
    type: 'array',
    items: {
      type: 'object',
      properties: {
        name: text,
        enabled: { type: 'boolean' },
        preview: { type: 'boolean', description: 'A preview feature: it may change between releases.' },
      },
      required: ['name', 'enabled', 'preview'],
    },
  },
};

export const listModules = contract({
  method: 'GET',
  path: '/modules',
  access,
  tags,
  summary: 'List the modules of the tenant',
  response,
});

export const switchModule = contract({
  method: 'PUT',
  path: '/modules/:name',
  access,
  tags,
  summary: 'Enable or disable a module',
  description: 'Routes of a disabled module return 403 (USR005). Its data are kept.',
  params: { name: text },
  body: object({ enabled: required(boolean()) }),
  response,
});
