-- The id of the type follows from its name; what was stored is what a caller sent.
update resource r set resource_type_id = (select y.id from resource_type y
  where y.tenant_id = r.tenant_id and y.key = normalize(lower(rtrim(r.resource_type))))
where r.resource_type is not null;

-- Types that a resource made by naming them.
update resource_type set display_name = name where display_name is null;

-- Resources that were assigned with their appointment.
update assignment s set appointment_guid = a.appointment_guid
from appointment a where a.tenant_id = s.tenant_id and a.id = s.owner_id and s.appointment_guid is null;
