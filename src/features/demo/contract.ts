import { contract } from '../../platform/contract/route.ts';
import { exactly } from '../../platform/http/shapes.ts';

const path = '/demo';
const access = 'settings.manage';
const tags = ['Demo'];
const response = {
  202: exactly({
    job: { type: 'integer', description: 'The background job.' },
    href: { type: 'string', description: 'Address of the status of the job.' },
  }),
};

export const fillDemo = contract({
  method: 'POST',
  path,
  access,
  tags,
  summary: 'Load demo data',
  description:
    'Fills an empty tenant with two weeks of a service company, in the background. Safe to repeat. A tenant with other records is refused with APP034.',
  response,
});

export const removeDemo = contract({
  method: 'DELETE',
  path,
  access,
  tags,
  summary: 'Remove demo data',
  description:
    'Removes all records of the SourceApp DEMO, and everything that was changed or added below them. Categories, calendars and other names are removed too, unless other records may use them. If other records depend on demo records, the job fails, names them, and removes nothing.',
  response,
});
