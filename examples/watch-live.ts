/**
 * Prints changes and pop-ups as they happen, until you stop it. Comes again by itself when the connection is lost, and misses nothing.
 *
 *   OPENSLOT_API_KEY=os_… node --import tsx examples/watch-live.ts [last change you have seen]
 */
const url = process.env['OPENSLOT_URL'] ?? 'http://127.0.0.1:8080';
const key = process.env['OPENSLOT_API_KEY'];
if (!key) {
  console.error('Set OPENSLOT_API_KEY to an API key of your tenant.');
  process.exit(1);
}

let lastId = process.argv[2] ?? '';

/** One event: lines of `field: value`. A block without data only moves the place to resume from. */
function take(block: string): void {
  const fields = new Map(block.split('\n').map((line) => line.split(/: ?(.*)/, 2) as [string, string]));
  lastId = fields.get('id') ?? lastId;
  const data = fields.get('data');
  if (data === undefined) return;
  const body = JSON.parse(data);
  if (fields.get('event') === 'change') console.log(`${lastId}  ${body.entity} ${body.key} ${body.action}`);
  if (fields.get('event') === 'message') console.log(`${body.from} says: ${body.text}`);
  if (fields.get('event') === 'reset') console.log(`read everything again; changes continue after ${body.last}`);
}

for (;;) {
  try {
    const response = await fetch(`${url}/changes/stream`, { headers: { 'X-API-KEY': key, 'Last-Event-ID': lastId } });
    if (response.status >= 400 && response.status < 500) throw new TypeError(await response.text());
    let rest = '';
    for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const blocks = `${rest}${text}`.split('\n\n');
      rest = blocks.pop() ?? '';
      blocks.forEach(take);
    }
  } catch (error) {
    console.error(`the connection was lost: ${(error as Error).message}`);
  }
  await new Promise((wake) => setTimeout(wake, 2000));
}
