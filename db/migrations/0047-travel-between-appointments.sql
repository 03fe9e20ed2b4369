-- What the rule travelTooShort needs of the plan: where each appointment is, and whether it has times of its own.
alter table resource_plan
  add column is_all_day boolean not null default false,
  add column latitude double precision,
  add column longitude double precision;

-- Legs that the road router answered for consecutive appointments. Coordinates in hundred-thousandths of a degree, about a metre.
create table road_leg (
  tenant_id integer not null,
  from_latitude integer not null,
  from_longitude integer not null,
  to_latitude integer not null,
  to_longitude integer not null,
  -- Null: the router knows no road, or did not answer.
  seconds integer,
  metres integer,
  at timestamptz not null default now(),
  primary key (tenant_id, from_latitude, from_longitude, to_latitude, to_longitude)
);
create index road_leg_age on road_leg (at);

-- The last change for whose appointments the router was asked.
alter table plan_state add column roads_seen bigint not null default 0;

-- The plan is computed again, with the new rule.
update plan_state set rebuilt_to = 0;
