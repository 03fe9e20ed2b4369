-- A field of appointments that planners have to fill in.
alter table appointment_field add column mandatory boolean not null default false;
