-- Whether homes and last positions of resources are shown to everybody who reads records; otherwise to those who plan or import.
alter table tenant add column locations_for_everyone boolean not null default false;

-- Nodes look again at open streams, which carry homes and positions, as they do when the roles that need a second factor change.
create trigger locations_changed after update of locations_for_everyone on tenant
  for each row when (old.locations_for_everyone is distinct from new.locations_for_everyone) execute function notify_of_factor_roles();
