const MOST_ZONES = 20;
const MOST_INSTANTS = 2000;
/** With a fraction and an offset. */
const LONGEST = 40;

const byZone = new Map<string, Map<string, string>>();
let last: { readonly zone: string; readonly instants: Map<string, string> } | undefined;

function instantsOf(zone: string): Map<string, string> | undefined {
  if (last?.zone === zone) return last.instants;
  const instants = byZone.get(zone);
  if (instants) last = { zone, instants };
  return instants;
}

/**
 * The instant that a text was read as before. The times of a plan come again and again, in one batch and in the next: finding one takes a quarter of
 * the time of reading it, and makes no new text.
 */
export const knownInstant = (zone: string, text: string): string | undefined => instantsOf(zone)?.get(text);

/** Remembers what a text means in a zone. So much is remembered and no more. */
export function keepInstant(zone: string, text: string, instant: string): void {
  if (text.length > LONGEST) return;
  let instants = instantsOf(zone);
  if (!instants) {
    if (byZone.size >= MOST_ZONES) byZone.clear();
    instants = new Map();
    byZone.set(zone, instants);
  }
  if (instants.size >= MOST_INSTANTS) instants.clear();
  instants.set(text, instant);
}
