import type { Feature } from '../../records/feature.ts';
import { holdSchema, slotSchema } from './slot-schemas.ts';
import { slotRoutes } from './slots-routes.ts';

export const slotsFeature: Feature<Parameters<typeof slotRoutes>[1]> = {
  name: 'slots',
  routes(app, deps) {
    slotRoutes(app, deps);
  },
  schemas: () => [
    { $id: 'Slot', ...slotSchema },
    { $id: 'SlotHold', ...holdSchema },
  ],
};
