alter table api_key
  -- Networks in CIDR notation that the key may be used from; null is everywhere.
  add column ip_ranges text[],
  add column last_used_address text,
  -- The key whose place it takes.
  add column replaces bigint,
  -- The only connector whose routes it may use. No foreign key: a connector that is deleted leaves a key that opens nothing.
  add column connector_id bigint;
create unique index api_key_replaces on api_key (tenant_id, replaces) where revoked_at is null;

drop trigger credential_changed on api_key;
create trigger credential_changed after update of revoked_at, expires_at, scopes, permissions, source_apps, ip_ranges, connector_id or delete on api_key
  for each row execute function notify_of_key();

-- A cursor that was made with the key of a connector belongs to it.
alter table change_cursor add column connector_id bigint;
