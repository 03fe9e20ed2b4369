import type { Feature, Needs } from '../../records/feature.ts';
import { auditRoutes } from './audit-routes.ts';
import { trimAudit } from './trim-audit.ts';

export const auditFeature: Feature<Parameters<typeof auditRoutes>[1] & Needs<typeof trimAudit>> = {
  name: 'audit',
  routes(app, deps) {
    auditRoutes(app, deps);
  },
  nightly: [trimAudit],
};
