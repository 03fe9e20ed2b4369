-- Nodes end the streams of a credential that is withdrawn or changed. Triggers, because users, accounts, memberships, keys and sessions are
-- written from many places (imports, undo, the command line, operators): none of them can forget it.
create function notify_of_key() returns trigger language plpgsql as $$
begin
  perform pg_notify('openslot_credentials', json_build_object('key', old.id)::text);
  return null;
end $$;
create trigger credential_changed after update of revoked_at, expires_at, scopes, source_apps or delete on api_key
  for each row execute function notify_of_key();

create function notify_of_account() returns trigger language plpgsql as $$
begin
  perform pg_notify('openslot_credentials', json_build_object('account', old.id)::text);
  return null;
end $$;
create trigger credential_changed after update of token_epoch or delete on account
  for each row execute function notify_of_account();

create function notify_of_membership() returns trigger language plpgsql as $$
begin
  perform pg_notify('openslot_credentials', json_build_object('account', old.account_id)::text);
  return null;
end $$;
create trigger credential_changed after update of account_id or delete on membership
  for each row execute function notify_of_membership();
-- Sessions that have expired are deleted in the night; their streams ended long before.
create trigger credential_changed after delete on web_session
  for each row when (old.expires_at > now()) execute function notify_of_membership();

create function notify_of_user() returns trigger language plpgsql as $$
begin
  perform pg_notify('openslot_credentials', json_build_object('account', m.account_id)::text)
    from membership m where m.tenant_id = old.tenant_id and m.user_id = old.id;
  return null;
end $$;
create trigger credential_changed after update on app_user
  for each row when ((old.enabled, old.roles, old.resource_no) is distinct from (new.enabled, new.roles, new.resource_no)) execute function notify_of_user();
create trigger credential_deleted after delete on app_user
  for each row execute function notify_of_user();

alter table receiver
  -- No delivery has succeeded since then, for this reason.
  add column failing_since timestamptz,
  add column failing_reason text,
  -- It failed for a day: deliveries are made, and wait until it is resumed.
  add column suspended_at timestamptz;
