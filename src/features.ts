import type { Deps } from './deps.ts';
import { absencesFeature } from './features/absences/index.ts';
import { accessFeature } from './features/access/index.ts';
import { accountFeature } from './features/account/index.ts';
import { actionsFeature } from './features/actions/index.ts';
import { appointmentsFeature } from './features/appointments/index.ts';
import { attachmentsFeature } from './features/attachments/index.ts';
import { auditFeature } from './features/audit/index.ts';
import { boardFeature } from './features/board/index.ts';
import { calendarFeedsFeature } from './features/calendar-feeds/index.ts';
import { calendarsFeature } from './features/calendars/index.ts';
import { changesFeature } from './features/changes/index.ts';
import { conflictsFeature } from './features/conflicts/index.ts';
import { connectorsFeature } from './features/connectors/index.ts';
import { demoFeature } from './features/demo/index.ts';
import { draftsFeature } from './features/drafts/index.ts';
import { fileImportFeature } from './features/file-import/index.ts';
import { geocodingFeature } from './features/geocoding/index.ts';
import { healthFeature } from './features/health/index.ts';
import { importFeature } from './features/import/index.ts';
import { jobCardFeature } from './features/job-card/index.ts';
import { jobsFeature } from './features/jobs/index.ts';
import { liveFeature } from './features/live/index.ts';
import { mapFeature } from './features/map/index.ts';
import { mcpFeature } from './features/mcp/index.ts';
import { metricsFeature } from './features/metrics/index.ts';
import { nightlyFeature } from './features/nightly/index.ts';
import { optimizationFeature } from './features/optimization/index.ts';
import { pastFeature } from './features/past/index.ts';
import { personalLayoutsFeature } from './features/personal-layouts/index.ts';
import { planningFeature } from './features/planning/index.ts';
import { publicHolidaysFeature } from './features/public-holidays/index.ts';
import { reconcileFeature } from './features/reconcile/index.ts';
import { scimFeature } from './features/scim/index.ts';
import { searchFeature } from './features/search/index.ts';
import { seriesFeature } from './features/series/index.ts';
import { setupFeature } from './features/setup/index.ts';
import { singleSignOnFeature } from './features/single-sign-on/index.ts';
import { slotsFeature } from './features/slots/index.ts';
import { statusFeature } from './features/status/index.ts';
import { timeFeature } from './features/time/index.ts';
import { visibilityFeature } from './features/visibility/index.ts';
import { visitsFeature } from './features/visits/index.ts';
import { mailJob } from './platform/mail/mail-job.ts';
import type { Feature } from './records/feature.ts';

/** Mail is part of the platform; its background job is listed here with those of the features. */
const mail: Feature<Deps> = { name: 'mail', jobs: [mailJob] };

/** Every feature of the service. A new one is a folder in features/ and a line here. Nightly work runs in this order. */
export const features: readonly Feature<Deps>[] = [
  // Before all others that have routes: it reads their declarations.
  mcpFeature,
  mail,
  healthFeature,
  metricsFeature,
  statusFeature,
  accessFeature,
  scimFeature,
  accountFeature,
  singleSignOnFeature,
  visibilityFeature,
  auditFeature,
  importFeature,
  fileImportFeature,
  changesFeature,
  liveFeature,
  appointmentsFeature,
  calendarsFeature,
  publicHolidaysFeature,
  planningFeature,
  conflictsFeature,
  boardFeature,
  draftsFeature,
  pastFeature,
  jobCardFeature,
  attachmentsFeature,
  actionsFeature,
  mapFeature,
  slotsFeature,
  optimizationFeature,
  searchFeature,
  seriesFeature,
  timeFeature,
  absencesFeature,
  visitsFeature,
  geocodingFeature,
  calendarFeedsFeature,
  personalLayoutsFeature,
  reconcileFeature,
  jobsFeature,
  demoFeature,
  setupFeature,
  nightlyFeature,
  connectorsFeature,
];
