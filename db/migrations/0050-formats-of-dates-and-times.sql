-- How the web application shows dates and times, per user and, for users who chose nothing (0), per tenant. 0 is what the language does.
alter table app_user add column date_format integer not null default 0;
alter table app_user add column time_format integer not null default 0;
alter table app_user add column first_weekday integer not null default 0;
alter table tenant add column date_format integer not null default 0;
alter table tenant add column time_format integer not null default 0;
alter table tenant add column first_weekday integer not null default 0;
