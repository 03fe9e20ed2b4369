import { refuse } from '../../../domain/errors.ts';
import { described } from '../../../platform/contract/kind.ts';
import { object, required, withDefault } from '../../../platform/contract/object.ts';
import { boolean, text } from '../../../platform/contract/values.ts';
import { moment, name, sentWindow } from '../arguments.ts';
import { compact } from '../compact.ts';
import { draftNamed } from '../names.ts';
import { pageOf, pages, placeOf } from '../pages.ts';
import { tool } from '../tool.ts';

const LONGEST_NAME = 100;
const LONGEST_DAYS = 366;

export const listDrafts = tool({
  name: 'list_drafts',
  title: 'List drafts',
  description: 'Lists own drafts and those that others share, the one used last first.',
  routes: ['GET /drafts'],
  writes: 'nothing',
  input: object(pages()),
  async run(api, input) {
    const drafts = await api.call<object[]>('GET /drafts');
    const { rows, nextCursor } = pageOf(drafts, input);
    return { summary: `${drafts.length} drafts.`, data: { drafts: compact(rows) }, nextCursor };
  },
});

export const createDraft = tool({
  name: 'create_draft',
  title: 'Create a draft',
  description:
    'Creates an empty draft: a plan beside the plan, for changes with propose_changes. A person publishes it in the web application, or deletes it.',
  routes: ['POST /drafts'],
  writes: 'proposal',
  input: object({
    name: required(described(text(LONGEST_NAME), 'What the draft is about.')),
    shared: withDefault(described(boolean(), 'Show it to everybody who may plan.'), true, true),
  }),
  async run(api, body) {
    const draft = await api.call<{ id: number }>('POST /drafts', { body });
    return { summary: `Draft ${draft.id} is created.`, data: { draft: compact(draft) } };
  },
});

interface Comparison {
  readonly figures: { readonly present: object; readonly draft: object };
  readonly changes: readonly object[];
  readonly hidden: number;
}

export const compareDraft = tool({
  name: 'compare_draft',
  title: 'Compare a draft with the plan',
  description:
    'Shows figures of the plan and of the draft, the appointments that differ, and conflicts with later changes of the plan.',
  routes: ['GET /drafts/:id/compare', 'GET /drafts'],
  writes: 'nothing',
  input: object({
    draft: required(name('Id or name of the draft.')),
    start: moment('Begin of the window of the figures, with end; default: all days that the draft changes.'),
    end: moment('End of that window, at most 366 days later.'),
    ...pages(),
  }),
  async run(api, { start, end, ...asked }) {
    if ((start === undefined) !== (end === undefined))
      throw refuse('REQ015', 'start and end can only be sent together.');
    const query = start === undefined || end === undefined ? {} : sentWindow(LONGEST_DAYS, start, end);
    const id = (await draftNamed(api, asked.draft)) as number;
    const { figures, changes, hidden } = await api.call<Comparison>('GET /drafts/:id/compare', {
      params: { id },
      query,
    });
    const { rows, nextCursor } = pageOf(changes, asked);
    return {
      summary: `The draft ${id} changes ${changes.length} appointments; this page has ${rows.length}.`,
      data: { id, ...(placeOf(asked).page > 1 ? {} : { figures }), changes: compact(rows), hidden },
      nextCursor,
    };
  },
});
