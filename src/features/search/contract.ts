import { described, type Infer, refined, shown } from '../../platform/contract/kind.ts';
import { query, required, withDefault } from '../../platform/contract/object.ts';
import { contract } from '../../platform/contract/route.ts';
import { integer } from '../../platform/contract/values.ts';
import { exactly, list, moment, nullableText, text, whole } from '../../platform/http/shapes.ts';
import { plainSearchText } from '../../records/contract/list-parameters.ts';

const LONGEST_QUERY = 100;
const MOST_WORDS = 6;
const MOST_RESULTS = 20;

/** Every one of them has to be found. */
const words = shown(
  refined(plainSearchText('One to six words; results contain all of them.'), (sent, position) => {
    if (sent.length > LONGEST_QUERY) throw position.refuse('REQ013', `must have at most ${LONGEST_QUERY} characters.`);
    const found = sent.split(/\s+/).filter((word) => word !== '');
    return found.length === 0 ? undefined : found.slice(0, MOST_WORDS);
  }),
  { maxLength: LONGEST_QUERY },
);

const searchQuery = query({
  q: required(words),
  limit: withDefault(
    described(shown(integer(1, MOST_RESULTS), { minimum: 1, maximum: MOST_RESULTS }), 'Results of each kind.'),
    6,
    6,
  ),
});
export type SearchQuery = Infer<typeof searchQuery>;

const visit = {
  oneOf: [exactly({ id: whole, start: moment }), { type: 'null' }],
  description: 'The appointment nearest to now.',
};
const names = { sourceApp: text, sourceType: text, jobNo: text };

export const search = contract({
  method: 'GET',
  path: '/search',
  access: 'records.read',
  tags: ['Planning'],
  summary: 'Find jobs, tasks, customers, resources and appointments',
  description:
    'Looks into numbers, texts, customer, contact and address, at any date. Appointments come in the order of their distance from now.',
  query: searchQuery,
  response: {
    200: exactly({
      jobs: list(
        exactly({ id: whole, ...names, description: text, customerName: nullableText, city: nullableText, visit }),
      ),
      tasks: list(
        exactly({
          id: whole,
          ...names,
          taskNo: text,
          description: text,
          customerName: nullableText,
          city: nullableText,
          visit,
        }),
      ),
      customers: list(exactly({ customerNo: nullableText, name: text, jobs: whole })),
      resources: list(exactly({ resourceNo: text, name: text, teamName: nullableText })),
      appointments: list(
        exactly({
          id: whole,
          start: moment,
          end: moment,
          subject: nullableText,
          jobNo: nullableText,
          taskNo: nullableText,
          customerName: nullableText,
          city: nullableText,
          resources: list(text),
        }),
      ),
    }),
  },
});
