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
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references app_user (tenant_id, id) on delete cascade
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
  primary key (tenant_id, group_id, user_id),
  foreign key (tenant_id, group_id) references scim_group (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_id) references app_user (tenant_id, id) on delete cascade
);
create index on scim_member (tenant_id, user_id);
