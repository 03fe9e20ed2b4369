import { described } from '../../../platform/contract/kind.ts';
import { object, required, withDefault } from '../../../platform/contract/object.ts';
import { choice, integer, list, text } from '../../../platform/contract/values.ts';
import { compact } from '../compact.ts';
import { search } from '../names.ts';
import { tool } from '../tool.ts';

const KINDS = ['jobs', 'tasks', 'customers', 'resources', 'appointments'] as const;
const LONGEST_QUERY = 100;
const MOST_RESULTS = 20;

export const searchRecords = tool({
  name: 'search_records',
  title: 'Search records',
  description:
    'Finds jobs, tasks, customers, resources and appointments whose numbers, texts, customer or address contain all words. At most 20 of each kind: use more words to find others. The plan is searched, not drafts.',
  routes: ['GET /search'],
  writes: 'nothing',
  input: object({
    query: required(described(text(LONGEST_QUERY), 'One to six words.')),
    kinds: withDefault(described(list(choice(KINDS), KINDS.length), 'Kinds of records; default: all.'), KINDS),
    limit: withDefault(described(integer(1, MOST_RESULTS), 'Results of each kind, at most 20.'), 6, 6),
  }),
  async run(api, { query, kinds, limit }) {
    const found = await search(api, query, limit);
    const counts = kinds.map((kind) => `${found[kind].length} ${kind}`);
    return {
      summary: `Found ${counts.join(', ')}.`,
      data: Object.fromEntries(kinds.map((kind) => [kind, compact(found[kind])])),
    };
  },
});
