-- Deliveries are deleted after a month, so a receiver keeps when it last worked and how it last failed.
alter table receiver
  add column last_success_at timestamptz,
  add column last_error_at timestamptz,
  add column last_error_reason text,
  add column last_error text;

update receiver r set last_success_at = d.at
from (select tenant_id, receiver_id, max(ended_at) as at from delivery where status = 'delivered' group by tenant_id, receiver_id) d
where d.tenant_id = r.tenant_id and d.receiver_id = r.id;
