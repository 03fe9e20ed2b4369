/**
 * Prints every change of the tenant as it happens, until you stop it.
 *
 *   OPENSLOT_API_KEY=os_… node --import tsx examples/follow-changes.ts [after]
 *
 * `after` is the last change number you have handled; 0 begins at the beginning. A real reader stores `next` after each page.
 */
const url = process.env['OPENSLOT_URL'] ?? 'http://127.0.0.1:8080';
const key = process.env['OPENSLOT_API_KEY'];
if (!key) {
  console.error('Set OPENSLOT_API_KEY to an API key of your tenant.');
  process.exit(1);
}

interface ChangePage {
  readonly changes: readonly { number: number; entity: string; key: string; action: string; actor: string }[];
  readonly next: number;
}

let after = Number(process.argv[2] ?? 0);
for (;;) {
  // The answer comes at once when there is something after that number; otherwise it is held back for up to 30 seconds.
  const response = await fetch(`${url}/changes?after=${after}&wait=30`, { headers: { 'X-API-KEY': key } });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  const page = (await response.json()) as ChangePage;
  for (const { number, entity, key: record, action, actor } of page.changes)
    console.log(`${number}  ${entity} ${record} ${action} by ${actor}`);
  after = page.next;
}
