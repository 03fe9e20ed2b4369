/**
 * Prints every change of the tenant as it happens, until you stop it.
 *
 *   OPENSLOT_API_KEY=os_… node --import tsx examples/follow-changes.ts [after]
 *
 * `after` is the last change number you have handled; 0 begins at the beginning. A real reader stores the number of each change that it has
 * handled.
 */
import { connect } from './connect.ts';

const client = connect();
// With `wait`, a request is held back for up to 30 seconds until there is something after that number.
for await (const change of client.changeLog({ after: Number(process.argv[2] ?? 0), wait: 30 }))
  console.log(`${change.number}  ${change.entity} ${change.key} ${change.action} by ${change.actor}`);
