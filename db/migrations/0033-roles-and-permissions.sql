-- Roles that tenants make beside the built-in ones; users name them in app_user.roles.
create table role (
  tenant_id integer not null,
  id bigint generated always as identity,
  key text collate "C" not null,
  name text not null,
  description text,
  permissions text[] not null default '{}',
  owner text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text not null,
  updated_at timestamptz not null default now(),
  updated_by text not null,
  primary key (tenant_id, id),
  unique (tenant_id, key)
);

-- Nodes end the streams of users whose role changes, as they do when the user changes.
create function notify_of_role() returns trigger language plpgsql as $$
begin
  perform pg_notify('openslot_credentials', json_build_object('account', m.account_id)::text)
    from membership m join app_user u on u.tenant_id = m.tenant_id and u.id = m.user_id
    where u.tenant_id = old.tenant_id and old.key = any(array(select lower(x) from unnest(u.roles) x));
  return null;
end $$;
create trigger credential_changed after update of permissions or delete on role
  for each row execute function notify_of_role();

-- What a key may do beside what its scopes stand for.
alter table api_key add column permissions text[] not null default '{}';
