/** Refusals of malformed requests, a part of the catalogue. */
export const requestErrors = {
  REQ001: {
    status: 400,
    title: 'Malformed JSON',
    remedy: 'Send a body that is valid JSON, in UTF-8 or in the character set that its Content-Type declares.',
  },
  REQ002: {
    status: 400,
    title: 'Setup package incomplete',
    remedy: 'A setup package needs at least one profile and an owner.',
  },
  REQ003: {
    status: 415,
    title: 'Unsupported content type',
    remedy:
      'Send Content-Type: application/json with the character set UTF-8, UTF-16 or ISO-8859-1, and Content-Encoding gzip, br, deflate or none.',
  },
  REQ004: {
    status: 413,
    title: 'Request too large',
    remedy: 'Split the request; the description names the limit.',
  },
  REQ005: { status: 404, title: 'No such route', remedy: 'Check the path; /docs lists all routes.' },
  REQ006: {
    status: 405,
    title: 'Method not allowed',
    remedy: 'Use one of the methods named in the Allow header.',
  },
  REQ007: {
    status: 400,
    title: 'Invalid structure',
    remedy: 'Send the structure that /docs describes for this route; the description names the property.',
  },
  REQ008: {
    status: 400,
    title: 'Invalid query parameter',
    remedy: 'Correct the query parameter named in the description.',
  },
  REQ009: {
    status: 400,
    title: 'Invalid header',
    remedy: 'Correct the header named in the description.',
  },
  REQ010: {
    status: 400,
    title: 'Unknown or unusable scorer',
    remedy: 'Use keys listed by GET /recommendation/scorers, and send the fields that they require.',
  },
  REQ011: {
    status: 400,
    title: 'Unknown procedure',
    remedy: 'Use a procedure of docs/reference/procedures.md; names are not case-sensitive.',
  },
  REQ012: {
    status: 400,
    title: 'Parameter count mismatch',
    remedy: 'Send ParameterNames and ParameterValues with the same number of elements: they are matched by position.',
  },
  REQ013: { status: 400, title: 'Text too long', remedy: 'Shorten the value: the service does not truncate texts.' },
  REQ014: {
    status: 400,
    title: 'Invalid value',
    remedy: 'Send a value of the type that the reference lists for this parameter.',
  },
  REQ015: {
    status: 400,
    title: 'Required value missing',
    remedy: 'Send the parameter: it is required to create or identify a record.',
  },
  REQ016: {
    status: 400,
    title: 'Unsupported characters',
    remedy: 'Remove NUL characters, lone surrogates and, in keys, control characters.',
  },
  REQ017: {
    status: 422,
    title: 'Idempotency key reused',
    remedy: 'Use a new Idempotency-Key for each request body and each caller.',
  },
  REQ018: {
    status: 409,
    title: 'Idempotency key in flight',
    remedy: 'The first request with this key is still running; retry later.',
  },
  REQ019: {
    status: 400,
    title: 'Batch rejected',
    remedy: 'Correct the calls listed in results, or send Prefer: handling=lenient to store the others.',
  },
  REQ020: {
    status: 400,
    title: 'Malformed HTTP request',
    remedy: 'Check the client: the request line, a header or the framing is not valid HTTP.',
  },
  REQ021: {
    status: 400,
    title: 'Address not found',
    remedy: 'Add the postal code, city or country, or send latitude and longitude.',
  },
  REQ025: {
    status: 400,
    title: 'Address not allowed',
    remedy:
      'Send an http or https address of a public host; the operator can allow private ones with OUTBOUND_ALLOW_PRIVATE.',
  },
  REQ026: {
    status: 400,
    title: 'Unsupported connector type',
    remedy:
      'Use REST with no authentication, Basic, or OAuth2 client credentials. A connector with SOAP, NTLM or Windows authentication can be stored but not enabled.',
  },
  REQ033: {
    status: 400,
    title: 'Nothing to optimize',
    remedy: 'Send resources that work in the window, and tasks that are open or planned in it.',
  },
  REQ034: {
    status: 400,
    title: 'Circular task dependency',
    remedy: 'Remove one of the dependencies that the description names.',
  },
  REQ035: {
    status: 400,
    title: 'Unknown objective',
    remedy: 'Use the objectives that the description lists.',
  },
} as const;
