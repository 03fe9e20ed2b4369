import type { Feature, Needs } from '../../records/feature.ts';
import { conflictSchema } from './contract.ts';
import { draftRoutes } from './drafts-routes.ts';
import { forgetDrafts } from './forget-drafts.ts';
import { writeInDraft } from './write-in-draft.ts';

export const draftsFeature: Feature<Parameters<typeof draftRoutes>[1] & Needs<typeof forgetDrafts>> = {
  name: 'drafts',
  routes(app, deps) {
    draftRoutes(app, deps);
  },
  schemas: () => [conflictSchema],
  writes: { writeInDraft },
  nightly: [forgetDrafts],
};
