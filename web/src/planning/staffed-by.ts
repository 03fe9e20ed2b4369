/**
 * The records of `POST /appointment` that give an appointment exactly these resources, in one request and under one version: the first
 * resource replaces all others, and the rest is added.
 */
export function staffedBy(appointmentId: number, [resourceNo, ...others]: readonly string[]) {
  return {
    first: resourceNo === undefined ? {} : { resourceNo, replaceResource: true },
    joining: others.map((no) => ({ appointmentId, resourceNo: no })),
  };
}
