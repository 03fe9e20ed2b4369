/** RFC 9110 12.5.1: how much a client wants a media type, by the most specific range that covers it; 0 is not at all. */
function quality(accept: string, type: string): number {
  const [family] = type.split('/');
  let best = { specific: -1, q: 0 };
  for (const range of accept.split(',')) {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const specific = [`*/*`, `${family}/*`, type].indexOf(name);
    if (specific < 0 || specific < best.specific) continue;
    const said = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    const q = said === undefined ? 1 : Number(said);
    const valid = q >= 0 && q <= 1 ? q : 0;
    best = { specific, q: specific === best.specific ? Math.max(best.q, valid) : valid };
  }
  return best.q;
}

/** The type that the client likes most. Of equals the first offered; the first as well where none would do, for an answer is better than none. */
export function preferred<T extends string>(accept: string | undefined, offered: readonly [T, ...T[]]): T {
  if (accept === undefined || accept.trim() === '') return offered[0];
  let [best] = offered;
  for (const type of offered) if (quality(accept, type) > quality(accept, best)) best = type;
  return best;
}
