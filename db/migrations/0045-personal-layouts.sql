-- Layouts that belong to one user. They are not records of the tenant: no log of changes, no export, no import.
create table personal_layout (
  tenant_id integer not null,
  user_id bigint not null,
  code text collate "C" not null,
  name text not null,
  kind integer not null default 0,
  content jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, user_id, code)
);

-- The layout that a user begins with: a personal one, or one of the tenant.
create table layout_default (
  tenant_id integer not null,
  user_id bigint not null,
  code text not null,
  shared boolean not null,
  primary key (tenant_id, user_id)
);

create function forget_personal_layouts() returns trigger language plpgsql as $$
begin
  delete from personal_layout where tenant_id = old.tenant_id and user_id = old.user_id;
  delete from layout_default where tenant_id = old.tenant_id and user_id = old.user_id;
  return null;
end $$;
create trigger forget_personal_layouts after delete on membership for each row execute function forget_personal_layouts();
