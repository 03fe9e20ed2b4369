import { contract } from '../../platform/contract/route.ts';

/** Hidden in the API description: the messages are those of the Model Context Protocol, which describes itself (`tools/list`). */
export const mcp = contract({
  method: 'POST',
  path: '/mcp',
  access: 'records.read',
  tags: ['Assistants'],
  summary: 'Model Context Protocol',
  response: {},
  hide: true,
  config: { takesKeyAsBearer: true },
});
