/** Faults of the service, a part of the catalogue. */
export const faultErrors = {
  SYS001: {
    status: 500,
    title: 'Internal error',
    remedy:
      'Send the X-Request-Id to the operator. The description says whether the request was stored; with `outcome: "unknown"` look it up as for SYS004.',
  },
  SYS002: {
    status: 503,
    title: 'Not ready',
    remedy:
      'The database is not reachable or overloaded, or the service is stopping. Retry after the seconds given in Retry-After.',
  },
  SYS004: {
    status: 503,
    title: 'Outcome unknown',
    remedy:
      'The connection to the database broke while the request was being stored. Retry with the same Idempotency-Key, or look the request up with GET /changes?order=desc&requestId= and the requestId of the response.',
  },
  SYS005: {
    status: 503,
    title: 'Storage not writable',
    remedy:
      'The disk of the database is full, or the database is read-only. Inform the operator, and retry after the seconds given in Retry-After.',
  },
  SYS006: {
    status: 503,
    title: 'No database connection free',
    remedy: 'Retry after the seconds given in Retry-After; see DATABASE_CONNECTIONS if it happens often.',
  },
  SYS003: {
    status: 503,
    title: 'Overloaded',
    remedy: 'Too many large requests at once. Wait for the seconds given in Retry-After, then retry.',
  },
} as const;
