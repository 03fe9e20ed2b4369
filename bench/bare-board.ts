import http from 'node:http';
import pg from 'pg';

/**
 * What the planning board shows of a window, by one statement and without rules: no permissions, no working time, no messages. A process of
 * its own, as the service is.
 */
const BOARD = `with shown as materialized (
  select t.id, t.version, t.appointment_no as "appointmentNo", t.appointment_guid as "appointmentGuid", t.start, t."end",
    t.is_all_day as "isAllDay", t.subject, t.category, t.time_marker as "timeMarker", t.importance,
    t.locked or coalesce(k.locked, false) as locked, t.source_app as "sourceApp", t.source_type as "sourceType", t.job_no as "jobNo",
    t.task_no as "taskNo", t.series_id as "seriesId", t.task_id, k.job_id as job
  from appointment t left join task k on k.tenant_id = t.tenant_id and k.id = t.task_id
  where t.tenant_id = $1 and t.start < $3::timestamptz and t."end" > $2::timestamptz
    and (t.start > $2::timestamptz - interval '31 days' or t."end" - t.start > interval '31 days')
), staff as (
  select s.owner_id, json_agg(s.resource_no) as resources from assignment s
  where s.tenant_id = $1 and s.owner_id in (select id from shown) group by s.owner_id
), containers as (
  select m.owner_id, json_agg(c.name) as containers
  from appointment_container m join container c on c.tenant_id = m.tenant_id and c.id = m.container_id
  where m.tenant_id = $1 and m.owner_id in (select id from shown) group by m.owner_id
), notifications as (
  select n.appointment_id, max(n.type) as notification from notification n
  where n.tenant_id = $1 and n.appointment_id in (select id from shown) group by n.appointment_id
), required as (
  select f.task_id, json_agg(json_build_array(f.filter_group, f.filter_value)) as requires from task_filter_value f
  where f.tenant_id = $1 and f.task_id in (select task_id from shown) group by f.task_id
)
select json_build_object(
  'change', (select change_seq from tenant where id = $1),
  'resources', (select json_agg(r) from (
    select id, resource_no as "resourceNo", coalesce(display_name, resource_name, resource_no) as name, team_code as "teamCode",
      team_name as "teamName", resource_type as "resourceType", department, time_zone as "timeZone",
      (select json_agg(c) from resource_calendar c where c.tenant_id = r.tenant_id and c.resource_id = r.id) as calendars,
      (select json_agg(json_build_array(f.filter_group, f.filter_value)) from resource_filter_value f
       where f.tenant_id = r.tenant_id and f.resource_id = r.id) as has
    from resource r where tenant_id = $1 and not do_not_show order by key) r),
  'calendars', (select json_agg(c) from calendar c where tenant_id = $1),
  'appointments', (select json_agg(a) from (
    select a.*, s.resources, c.containers, n.notification, f.requires from shown a
    left join staff s on s.owner_id = a.id left join containers c on c.owner_id = a.id
    left join notifications n on n.appointment_id = a.id left join required f on f.task_id = a.task_id
    order by a.start, a.id) a),
  'jobs', (select json_agg(j) from (
    select id, left(short_description, 120) as description, left(customer_name, 120) as "customerName",
      left(contact_name, 120) as "contactName", left(site_city, 120) as city, site_address_geo_lat as latitude,
      site_address_geo_long as longitude
    from job where tenant_id = $1 and id in (select job from shown)) j),
  'dependencies', (select json_agg(d) from (
    select predecessor_id, successor_id, type, lag_in_seconds from appointment_dependency
    where tenant_id = $1 and predecessor_id in (select id from shown) and successor_id in (select id from shown)
    union all
    select predecessor_id, task_id, type, lag_in_seconds from task_dependency
    where tenant_id = $1 and predecessor_id in (select task_id from shown) and task_id in (select task_id from shown)) d),
  'violations', (select json_agg(v) from (
    select v.rule, v.severity, v.detail, r.resource_no as "resourceNo", v.appointment_id as "appointmentId", v.other_id as "otherId"
    from violation v left join resource r on r.tenant_id = v.tenant_id and r.id = v.resource_id
    where v.tenant_id = $1 and v.start < $3::timestamptz and v."end" > $2::timestamptz) v),
  'categories', (select json_agg(c) from (select name, display_name as "displayName", color from category where tenant_id = $1) c),
  'timeMarkers', (select json_agg(m) from (select name, color from time_marker where tenant_id = $1) m))::text as board`;

const [databaseUrl = '', tenantId = '', start = '', end = ''] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: databaseUrl, max: 4, options: '-c TimeZone=Europe/Brussels -c jit=off' });
pool.on('error', () => {});
const server = http.createServer((_request, response) => {
  pool.query<{ board: string }>({ name: 'board', text: BOARD, values: [tenantId, start, end] }).then(
    ({ rows }) => {
      const body = Buffer.from(rows[0]?.board ?? '');
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body);
    },
    (error: Error) => response.writeHead(500).end(error.message),
  );
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address && typeof address === 'object') process.send?.(`http://127.0.0.1:${address.port}`);
});
