/**
 * The question that `npm run bench:slots` asks, answered by the database alone: working time of the days as multiranges, minus the
 * appointments, taken apart into gaps, weighed by the six scorers and counted on the grid. Everybody starts from home, so that no
 * stop before or after has to be found: the easier question. $1 tenant, $2 first day, $3 days, $4 minutes of work, $5 and $6 the place,
 * $7 skill or null, $8 km or null, $9 preferred resource.
 */
export const SLOTS_BY_SQL = `
with answered as materialized (
  select r.id, r.resource_no, q.km, q.minutes,
    (select count(*) from resource_filter_value f where f.tenant_id = r.tenant_id and f.resource_id = r.id) as skills,
    w.working, w.working - coalesce(b.busy, '{}') as free
  from resource r
  cross join lateral (select 6371 * sqrt(
      power(radians($6 - r.home_address_geo_long) * cos(radians(($5 + r.home_address_geo_lat) / 2)), 2)
      + power(radians($5 - r.home_address_geo_lat), 2)) as straight) s
  cross join lateral (select s.straight * (1.2 + 4 / (20 + s.straight)) as km) k
  cross join lateral (select k.km, case when k.km <= 5 then k.km * 2 when k.km <= 30 then 10 + (k.km - 5) / 55 * 60
      else 10 + 25.0 / 55 * 60 + (k.km - 30) / 85 * 60 end as minutes) q
  cross join lateral (
    select range_agg(tstzrange((d + time '08:00') at time zone 'Europe/Brussels', (d + time '17:00') at time zone 'Europe/Brussels')) as working
    from generate_series($2::date, $2::date + $3::int - 1, interval '1 day') d where extract(isodow from d) < 6
  ) w
  left join lateral (
    select range_agg(tstzrange(a.start, a."end")) as busy
    from assignment s join appointment a on a.tenant_id = s.tenant_id and a.id = s.owner_id
    where s.tenant_id = r.tenant_id and s.resource_id = r.id and a."end" > $2::date and a.start < $2::date + $3::int
  ) b on true
  where r.tenant_id = $1 and not r.do_not_show and ($8::float8 is null or s.straight <= $8)
    and ($7::text is null or exists (select from resource_filter_value f
      where f.tenant_id = r.tenant_id and f.resource_id = r.id and f.filter_value = $7))
), loads as (
  select a.*, (select sum(extract(epoch from upper(x) - lower(x))) from unnest(free) x)
    / (select sum(extract(epoch from upper(x) - lower(x))) from unnest(working) x) as load from answered a
), gaps as (
  select l.*, lower(g) as opens, upper(g) as closes, extract(epoch from upper(g) - lower(g)) / 60 as usable
  from loads l cross join lateral unnest(free) g where upper(g) - lower(g) >= make_interval(mins => $4::int)
), slots as (
  select resource_no, t as start, (
      3 * (1 - extract(epoch from t - $2::date::timestamp at time zone 'Europe/Brussels') / ($3::int * 86400.0))
      + greatest(0, 1 - km / 100) + 3 * greatest(0, 1 - 2 * minutes / 120) + load + least(1, $4::int / usable)
      + case when $7::text is null then 2 * (resource_no = $9)::int else 1 - (skills - 1) / 10.0 end)
      / case when $7::text is null then 11 else 10 end as score
  from gaps cross join lateral generate_series(
    date_bin('15 minutes', opens + interval '14 minutes 59 seconds', '2000-01-01'), closes - make_interval(mins => $4::int), interval '15 minutes') t
)
select count(*) over () as total, resource_no, start, score from slots order by score desc, start, resource_no limit 50`;
