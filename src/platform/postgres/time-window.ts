/**
 * Whether an appointment overlaps a window. An index on the start finds what starts in the window, but what started before may still go on, and
 * looking for that reads everything that ever was. Nearly all appointments are shorter than a month: those start at most so long before the window.
 * The few long ones have an index of their own (`appointment_long`), whose condition has to be spelled as here; the earliest of them that overlaps
 * the window says from where on to read. PostgreSQL looks for it once for a statement. $1 is the tenant. The minimum is of an expression: for a bare
 * column PostgreSQL would walk along the large index, in the belief that it soon meets a long one. Hours, since days have 23 or 25 in some zones.
 */
export const appointmentOverlaps = (row: string, from: string, till: string): string =>
  `${row}.start < ${till} and ${row}."end" > ${from} and ${row}.start > least(${from} - interval '744 hours', (
      select min(long.start - interval '1 second') from appointment long where long.tenant_id = $1
        and long.start < ${till} and long."end" > ${from} and long."end" - long.start > interval '31 days'))`;

/** Of `violation`, whose index begins with the end, and the index `violation_long`. */
export const violationOverlaps = (row: string, from: string, till: string): string =>
  `${row}.start < ${till} and ${row}."end" > ${from} and ${row}."end" < greatest(${till} + interval '744 hours', (
      select max(long."end" + interval '1 second') from violation long where long.tenant_id = $1
        and long.start < ${till} and long."end" > ${from} and long."end" - long.start > interval '31 days'))`;

/** A moment from a parameter with epoch ms. */
export const momentOf = (parameter: string): string => `to_timestamp(${parameter}::double precision / 1000)`;
