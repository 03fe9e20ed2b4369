-- Positions that field workers share from their phones; they are deleted after 24 hours, those of a back office are kept.
create table shared_position (
  tenant_id integer not null,
  position_id bigint not null,
  resource_id bigint not null,
  at timestamptz not null,
  primary key (tenant_id, position_id)
);
create index on shared_position (tenant_id, resource_id, at desc);
create index on shared_position (at);
