-- Country packs of postal codes, answers of a geocoding provider, and the coordinates that were found for jobs and resources.

-- One row for each country: gzipped lines in GeoNames' postal format. All nodes see it, and load a country as a whole when it is asked for.
create table geo_pack (
  country text primary key check (country ~ '^[A-Z]{2}$'),
  rows integer not null,
  -- Changes with the content: a node that has loaded another one loads again.
  digest text not null,
  source text not null,
  content bytea not null,
  added_at timestamptz not null default now()
);

-- Public facts of geography, the same for every tenant. The key is a hash of provider, country and the folded address.
create table geocode_cache (
  key bytea primary key,
  -- Null: the provider knows no such address.
  answer jsonb,
  expires_at timestamptz not null
);
create index geocode_cache_expiry on geocode_cache (expires_at);

-- How far the geocoder has read the tenant's change log.
create table geocode_state (
  tenant_id integer primary key references tenant (id),
  seen bigint not null default 0,
  -- One process at a time; one that died is waited for no longer than this.
  leased_until timestamptz
);

-- Beside the record, never in it: what the back office sends stays what it has sent.
create table geocode_result (
  tenant_id integer not null,
  entity text not null check (entity in ('Job', 'Resource')),
  record_id bigint not null,
  -- Of the address that was looked for. It no longer counts when the record has another one, even before that is looked for.
  address_hash text not null,
  address text not null,
  country text,
  -- All null when the address could not be found.
  latitude double precision,
  longitude double precision,
  precision text,
  source text,
  confidence double precision,
  -- When to look again: a pack was added, or the provider was down.
  retry_at timestamptz,
  at timestamptz not null default now(),
  primary key (tenant_id, entity, record_id)
);
create index geocode_result_failed on geocode_result (tenant_id) where latitude is null;
create index geocode_result_retry on geocode_result (tenant_id, retry_at) where retry_at is not null;
