import type { Collision } from '../../platform/http/storage-refusal.ts';
import { models } from '../derive/model.ts';

const IDENTITY = { retried: 'The database gives these ids.' };
const RANDOM = { retried: 'It is drawn at random, with 128 bits or more.' };
const MERGED = { retried: 'Every insert has an ON CONFLICT clause for it.' };
const FOLLOWS = { retried: 'A trigger stores it together with its record, whose id is new.' };
const COUNTED = { retried: 'The number is counted up in the row of the tenant, which is locked.' };

/** Of every kind of record: an insert leaves alone what exists, and an undo that finds the id or the key taken is planned again. */
const ofRecords = [...models.values()].flatMap(({ table }): [string, Collision][] => [
  [`${table}_pkey`, { retried: 'The database gives these ids; an undo brings one back that is free.' }],
  [`${table}_tenant_id_key_key`, { retried: 'The next attempt finds the record that another request has made.' }],
]);

/** Of a partitioned table, the partition of the rest stands for all. */
const others: Readonly<Record<string, Collision>> = {
  // Values of callers.
  time_entry_reference: {
    taken: 'Another time entry of this SourceApp and SourceType already has this BackofficeID.',
    parameter: 'BackofficeID',
  },
  time_session_reference: {
    taken: 'Another time session of this SourceApp and SourceType already has this ExternalId.',
    parameter: 'ExternalId',
  },
  time_session_running: { taken: 'The resource already has a running time session.', parameter: 'ResourceNo' },
  appointment_guid: { taken: 'Another appointment has this AppointmentGuid.', parameter: 'AppointmentGuid' },
  tenant_name: { taken: 'Another tenant has this name.', parameter: 'name' },
  api_key_replaces: { taken: 'The key was just replaced by another request.', parameter: 'id' },
  scim_user_name: { taken: 'Another user has this userName.', parameter: 'userName' },
  scim_group_name: { taken: 'Another group has this displayName.', parameter: 'displayName' },
  change_cursor_pkey: { taken: 'A cursor with this name already exists.', parameter: 'name' },

  access_event_pkey: IDENTITY,
  account_pkey: IDENTITY,
  api_key_pkey: IDENTITY,
  attachment_pkey: IDENTITY,
  background_job_pkey: IDENTITY,
  calendar_feed_pkey: IDENTITY,
  draft_pkey: IDENTITY,
  hold_pkey: IDENTITY,
  import_log_pkey: IDENTITY,
  optimization_pkey: IDENTITY,
  passkey_pkey: IDENTITY,
  pending_part_pkey: IDENTITY,
  receiver_pkey: IDENTITY,
  scim_group_pkey: IDENTITY,
  setup_package_pkey: IDENTITY,
  tenant_pkey: IDENTITY,
  web_session_pkey: IDENTITY,
  webhook_pkey: IDENTITY,
  violation_waiver_pkey: IDENTITY,
  visit_report_pkey: IDENTITY,
  delivery_rest_pkey: IDENTITY,

  visit_report_external_id: { retried: 'The resource is locked before a report is looked for.' },
  draft_change_pkey: { retried: 'Changes are numbered while the draft is locked.' },
  shared_position_pkey: { retried: 'It is the id of a position that was just inserted.' },
  time_reminder_pkey: { retried: 'It is inserted or updated by its key.' },

  api_key_hash_key: RANDOM,
  invitation_hash_key: RANDOM,
  calendar_feed_hash_key: RANDOM,
  password_reset_hash_key: RANDOM,
  sso_attempt_pkey: RANDOM,
  sso_session_pkey: RANDOM,
  web_session_hash_key: RANDOM,
  recovery_code_pkey: RANDOM,
  sign_in_step_pkey: RANDOM,
  series_pkey: RANDOM,
  delivery_rest_tenant_id_id_key: RANDOM,

  account_managed: MERGED,
  account_of_person: MERGED,
  appointment_back_office_pkey: MERGED,
  attachment_chunk_pkey: MERGED,
  attachment_usage_pkey: MERGED,
  appointment_plan_pkey: MERGED,
  delivery_rest_key: MERGED,
  geo_pack_pkey: MERGED,
  geocode_cache_pkey: MERGED,
  geocode_result_pkey: MERGED,
  geocode_state_pkey: MERGED,
  hold_tenant_id_token_digest_key: MERGED,
  idempotency_pkey: MERGED,
  identity_provider_pkey: MERGED,
  import_mapping_pkey: MERGED,
  invitation_pkey: MERGED,
  live_stream_pkey: MERGED,
  node_heartbeat_pkey: MERGED,
  login_failure_pkey: MERGED,
  layout_default_pkey: MERGED,
  membership_pkey: MERGED,
  nightly_task_pkey: MERGED,
  one_time_code_pkey: MERGED,
  outbound_position_pkey: MERGED,
  password_reset_pkey: MERGED,
  passkey_credential_id_key: MERGED,
  pending_part_key: MERGED,
  personal_layout_pkey: MERGED,
  plan_state_pkey: MERGED,
  receiver_tenant_id_connector_id_key: MERGED,
  resource_plan_pkey: MERGED,
  road_leg_pkey: MERGED,
  sso_identity_pkey: MERGED,
  sso_logout_token_pkey: MERGED,
  scim_member_pkey: MERGED,
  scim_user_pkey: MERGED,
  task_plan_pkey: MERGED,
  violation_pkey: MERGED,
  violation_waiver_key: MERGED,

  sso_identity_subject: { retried: 'The next attempt finds the user whom another sign-in has linked.' },

  job_search_pkey: FOLLOWS,
  task_search_pkey: FOLLOWS,
  appointment_search_pkey: FOLLOWS,
  attachment_guid: { retried: 'The next attempt finds the upload that another request has begun.' },

  change_rest_pkey: COUNTED,
  change_set_pkey: COUNTED,
  receiver_tenant_id_webhook_id_key: { retried: 'It is stored together with its webhook, whose id is new.' },
  migration_pkey: { retried: 'One process migrates at a time, under a lock.' },
};

/** By the name of the index, which is also that of its constraint. Those of graphile-worker are its own: it merges what has the same job key. */
export const collisions: ReadonlyMap<string, Collision> = new Map([...ofRecords, ...Object.entries(others)]);
