-- The user that the records of a setup package belong to.
alter table layout add column owner text;
alter table profile add column owner text;
alter table configuration_value add column owner text;
alter table app_user add column owner text;

-- Who sent the request, where the change belongs to somebody else: the key that sent a setup package.
alter table change_set add column sent_by text;
