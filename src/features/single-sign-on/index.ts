import type { Feature, Needs } from '../../records/feature.ts';
import { forgetExpiredSignIns } from './forget-expired.ts';
import { type SsoDeps, ssoRoutes } from './sso-routes.ts';

export const singleSignOnFeature: Feature<SsoDeps & Needs<typeof forgetExpiredSignIns>> = {
  name: 'single-sign-on',
  routes: ssoRoutes,
  nightly: [forgetExpiredSignIns],
};
