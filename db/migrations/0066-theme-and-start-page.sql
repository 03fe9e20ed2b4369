-- What a user chose for the web application: the colours (0 as the system of the device, 1 light, 2 dark) and the page that opens after sign-in.
alter table app_user add column theme integer not null default 0;
alter table app_user add column start_page text;
