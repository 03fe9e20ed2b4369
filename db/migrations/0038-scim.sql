-- What a directory (Entra, Okta) knows of the users that it provisions, beside the user itself.
create table scim_user (
  tenant_id integer not null references tenant (id),
  user_id bigint not null,
  -- As the directory spells it; the user is found by its e-mail address.
  user_name text not null,
  external_id text,
  -- Attributes that Openslot keeps and returns without using them.
  attributes jsonb not null default '{}',
  -- What the user has by groups: it goes when the group goes, the rest stays.
  granted_roles text[] not null default '{}',
  granted_teams text[] not null default '{}',
  granted_values jsonb not null default '[]',
  updated_at timestamptz not null default now(),
  primary key (tenant_id, user_id)
);
create unique index scim_user_name on scim_user (tenant_id, lower(user_name));
create index on scim_user (tenant_id, external_id);

create table scim_group (
  tenant_id integer not null references tenant (id),
  id bigint generated always as identity,
  key text not null,
  display_name text not null,
  external_id text,
  -- What members get; null is the role of the same name, if there is one.
  roles text[],
  teams text[] not null default '{}',
  filter_values jsonb not null default '[]',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create unique index scim_group_name on scim_group (tenant_id, key);
create index on scim_group (tenant_id, external_id);

create table scim_member (
  tenant_id integer not null,
  group_id bigint not null,
  user_id bigint not null,
  primary key (tenant_id, group_id, user_id)
);
create index on scim_member (tenant_id, user_id);

-- They go with the user and with the group, in whatever way these are deleted.
create function forget_scim_user() returns trigger language plpgsql as $$
begin
  delete from scim_member where tenant_id = old.tenant_id and user_id = old.id;
  delete from scim_user where tenant_id = old.tenant_id and user_id = old.id;
  return null;
end $$;
create trigger forget_scim_user after delete on app_user for each row execute function forget_scim_user();
create function forget_scim_members() returns trigger language plpgsql as $$
begin
  delete from scim_member where tenant_id = old.tenant_id and group_id = old.id;
  return null;
end $$;
create trigger forget_scim_members after delete on scim_group for each row execute function forget_scim_members();
