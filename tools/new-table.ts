import { tableOf } from '../src/records/derive/ddl.ts';
import { models } from '../src/records/derive/model.ts';

/** Prints the tables of declared records, to be put into a new migration: npm run ddl -- Appointment Assignment */
const names = process.argv.slice(2);
if (names.length === 0) console.error(`Name records: ${[...models.keys()].join(', ')}`);
for (const name of names) {
  const model = models.get(name);
  if (!model) throw new Error(`There is no record ${name}.`);
  console.log(`${tableOf(model)}\n`);
}
