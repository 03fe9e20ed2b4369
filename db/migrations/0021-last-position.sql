-- The newest position of a resource is asked for by the map and by the optimizer; its history grows by thousands a day.
create index on resource_gps_tracking (tenant_id, resource_id, date desc);
