import type { Transaction } from '../../platform/postgres/database.ts';

/**
 * All rows that a question about each part returns. The next part is made, and what is waited for elsewhere is done, while the database works on the one
 * before.
 */
export async function inTurns<Part, Row>(
  tx: Pick<Transaction, 'sent'>,
  parts: Iterable<Part>,
  ask: (part: Part) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  let before: Promise<Row[]> = Promise.resolve([]);
  for (const part of parts) {
    const asked = ask(part);
    // Its failure is reported when it is waited for.
    asked.catch(() => {});
    for (const row of await before) rows.push(row);
    await tx.sent();
    before = asked;
  }
  for (const row of await before) rows.push(row);
  return rows;
}
