/** RFC 5545: a line has 75 bytes at most, and what goes on below begins with a blank. */
const MOST_BYTES = 74;
const BREAK = '\r\n ';

const bytesOf = (codePoint: number): number =>
  codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4;

/** No character is torn apart. */
export function foldLine(line: string): string {
  // No unit of UTF-16 takes more than three bytes.
  if (line.length * 3 <= MOST_BYTES) return line;
  const pieces: string[] = [];
  let from = 0;
  let bytes = 0;
  for (let at = 0; at < line.length; ) {
    const codePoint = line.codePointAt(at) ?? 0;
    const size = bytesOf(codePoint);
    if (bytes + size > MOST_BYTES) {
      pieces.push(line.slice(from, at));
      from = at;
      bytes = 0;
    }
    bytes += size;
    at += codePoint > 0xffff ? 2 : 1;
  }
  pieces.push(line.slice(from));
  return pieces.join(BREAK);
}
