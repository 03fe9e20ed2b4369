-- Teams limit what a user sees of the resources, as categories and time markers do for tasks and appointments.
alter table app_user add column teams text[] not null default '{}';

-- What a person sees is part of their rights: streams that are open end when it changes (see 0028).
drop trigger credential_changed on app_user;
create trigger credential_changed after update on app_user
  for each row when ((old.enabled, old.roles, old.resource_no, old.categories, old.time_markers, old.teams)
    is distinct from (new.enabled, new.roles, new.resource_no, new.categories, new.time_markers, new.teams))
  execute function notify_of_user();

create function notify_of_user_filter() returns trigger language plpgsql as $$
begin
  perform pg_notify('openslot_credentials', json_build_object('account', m.account_id)::text)
    from membership m where (m.tenant_id, m.user_id) in ((old.tenant_id, old.user_id), (new.tenant_id, new.user_id));
  return null;
end $$;
create trigger credential_changed after insert or update or delete on user_filter_value
  for each row execute function notify_of_user_filter();

create function notify_of_data_filter() returns trigger language plpgsql as $$
begin
  perform pg_notify('openslot_credentials', json_build_object('account', m.account_id)::text)
    from filter_value v
    join user_filter_value f on f.tenant_id = v.tenant_id and f.value_id = v.id
    join membership m on m.tenant_id = f.tenant_id and m.user_id = f.user_id
    where v.tenant_id = old.tenant_id and v.filter_group_id = old.id;
  return null;
end $$;
create trigger credential_changed after update of data_filter on filter_group
  for each row when (old.data_filter is distinct from new.data_filter) execute function notify_of_data_filter();

-- What a deleted record was visible by: the ids of what it referred to, its filter values, its resources. JSON, of deletes only.
alter table change add column visible_by text;
