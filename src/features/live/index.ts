import type { Feature } from '../../records/feature.ts';
import { writeAnswerWith } from '../../records/routes/record-schemas.ts';
import { messageSchema } from './contract.ts';
import { liveRoutes } from './live-routes.ts';
import { writeNotifications } from './notification-writer.ts';

export const liveFeature: Feature<Parameters<typeof liveRoutes>[1]> = {
  name: 'live',
  routes(app, deps, stopping) {
    liveRoutes(app, deps, stopping);
  },
  schemas: () => [
    messageSchema,
    writeAnswerWith('MessageAnswer', {
      receivers: { type: 'integer', description: 'Open streams that received the message, on all nodes.' },
    }),
  ],
  writers: () => ({
    notification: writeNotifications,
  }),
};
