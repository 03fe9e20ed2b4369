import { expect, test } from 'vitest';
import * as contract from '../../../src/features/map/contract.ts';
import { readQuery } from '../../support/read-query.ts';

test.each([
  ['', 'start'],
  ['start=2026-06-01', 'end'],
  ['start=2026-06-01&end=2026-06-01', 'end'],
  ['start=2026-06-01&end=2026-06-03', 'end'],
])('the map and a route: ?%s is refused and names %s', (query, parameter) => {
  for (const read of [contract.readMap, contract.showRoute])
    expect(readQuery(read, query)).toEqual({ code: 'REQ008', parameter: parameter });
});
