-- Mails to people with missing hours: the weekday (1 Monday to 7 Sunday; null is never) and the hour, on the clock of the tenant.
alter table tenant add column time_reminder_weekday integer check (time_reminder_weekday between 1 and 7);
alter table tenant add column time_reminder_hour integer not null default 8 check (time_reminder_hour between 0 and 23);
-- The last day whose reminder a person got: one mail a week, however often the work runs.
create table time_reminder (
  tenant_id integer not null,
  user_id bigint not null,
  reminded_on date not null,
  primary key (tenant_id, user_id)
);
