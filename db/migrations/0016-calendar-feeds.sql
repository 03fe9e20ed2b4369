-- Calendars of resources that programs subscribe to by a secret address.
create table calendar_feed (
  tenant_id integer not null,
  id bigint generated always as identity,
  resource_id bigint not null,
  name text,
  -- Shows when, and not what.
  private boolean not null,
  -- Folded SourceApps that whoever made it was limited to; null is no limit.
  source_apps text[],
  -- SHA-256 of the secret, which is 256 random bits.
  hash bytea not null unique,
  last_used_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null default now(),
  created_by text not null,
  primary key (tenant_id, id)
);
create index calendar_feed_resource on calendar_feed (tenant_id, resource_id);

-- What was taken off the calendar of a resource is told for a while. Both are small: they hold deletes only.
create index change_unassigned on change (tenant_id, no) where entity = 'Assignment' and action = 'deleted';
create index change_appointment_gone on change (tenant_id, lower(key), no) where entity = 'Appointment' and action = 'deleted';
