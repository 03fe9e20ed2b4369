/**
 * Prints changes and pop-ups as they happen, until you stop it. Comes again by itself when the connection is lost, and misses nothing.
 *
 *   OPENSLOT_API_KEY=os_… node --import tsx examples/watch-live.ts [last change you have seen]
 */
import { connect } from './connect.ts';

const client = connect();
const after = process.argv[2];
for await (const { event, data } of client.liveEvents(after ? { after: Number(after) } : {})) {
  if (event === 'change') console.log(`${data.number}  ${data.entity} ${data.key} ${data.action}`);
  if (event === 'message') console.log(`${data.from} says: ${data.text}`);
  if (event === 'reset') console.log(`read everything again; changes continue after ${data.last}`);
}
