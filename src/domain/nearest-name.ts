/** Changes that a slip of the finger makes: one in a short name, two in a longer one. */
const mostChanges = (name: string): number => (name.length < 5 ? 1 : 2);
/** A longer name is no slip, and comparing it would cost time. */
const LONGEST_NAME = 60;

/** The known name that a sent one was probably meant to be, without regard to case; undefined where none is near. */
export function nearestName(sent: string, known: Iterable<string>): string | undefined {
  if (sent.length > LONGEST_NAME) return undefined;
  const wanted = sent.toLowerCase();
  let nearest: string | undefined;
  let least = mostChanges(wanted) + 1;
  for (const name of known) {
    if (Math.abs(name.length - wanted.length) >= least) continue;
    const changes = distance(wanted, name.toLowerCase());
    if (changes < least) [nearest, least] = [name, changes];
  }
  return nearest;
}

/** The fewest insertions, deletions, replacements and swaps of neighbours that turn one text into the other. */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min(at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, at(before, j - 2) + 1);
      row.push(best);
    }
    [before, last] = [last, row];
  }
  return at(last, b.length);
}

const at = (row: readonly number[], index: number): number => row[index] ?? Number.POSITIVE_INFINITY;
