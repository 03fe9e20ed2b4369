import type { Feature, Needs } from '../../records/feature.ts';
import { attachmentRoutes } from './attachments-routes.ts';
import { forgetAttachments } from './forget-attachments.ts';

export const attachmentsFeature: Feature<Parameters<typeof attachmentRoutes>[1] & Needs<typeof forgetAttachments>> = {
  name: 'attachments',
  routes: (app, deps) => attachmentRoutes(app, deps),
  nightly: [forgetAttachments],
};
