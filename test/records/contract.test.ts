import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ColumnModel, type EntityModel, type Procedure, procedures } from '../../src/records/derive/model.ts';
import { listedProcedures } from '../support/listed-procedures.ts';
import { type Answer, aCall, sharedService, type TestService, type TestTenant } from '../support/service.ts';
import { holdings } from './builders.ts';
import { ensure, firstOf, namesOf, parentsOf, pathOf, secondOf, type Value, WRONG } from './contract-values.ts';

/**
 * One test for every procedure there is, generated from our declarations and spelled as the list of what public clients call says. What values
 * look like is in contract-values.ts.
 */
interface Parameter {
  readonly name: string;
  /** The property of the REST route. */
  readonly rest: string;
  readonly column: ColumnModel;
}

interface Contract {
  readonly name: string;
  readonly procedure: Procedure;
  readonly model: EntityModel;
  readonly parameters: readonly Parameter[];
  /** Parameters that steer the call, and are true or false. */
  readonly flags: readonly string[];
}

const specified = new Map(listedProcedures.map(([name, each]) => [name.toLowerCase(), each]));

const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** What clients call it, and then what they do not know of. */
function contractOf(procedure: Procedure): Contract {
  const { name, model, names, columns, options } = procedure;
  const listed = specified.get(name.toLowerCase())?.params ?? [];
  const spelled = [
    ...listed.map((each) => ({ name: each.name, rest: lower(each.rest) })),
    ...columns.map(({ param, property }) => ({ name: param, rest: property })),
    ...options.map((option) => ({ name: option.param, rest: option.name })),
  ];
  const parameters = new Map<string, Parameter>();
  const flags = new Map<string, string>();
  for (const each of spelled) {
    const part = names.get(each.name.toLowerCase());
    if (part && 'property' in part) {
      if (!parameters.has(part.property)) parameters.set(part.property, { ...each, column: part });
    } else if (part?.spec.kind === 'boolean' && !flags.has(part.name)) flags.set(part.name, each.name);
  }
  return { name, procedure, model, parameters: [...parameters.values()], flags: [...flags.values()] };
}

const contracts = procedures.map(contractOf);
const of = (...actions: Procedure['action'][]): Contract[] =>
  contracts.filter(({ procedure }) => actions.includes(procedure.action));
const partner = ({ procedure, model }: Contract, action: Procedure['action']): Contract | undefined =>
  contracts.find(
    (each) => each.procedure.action === action && each.model === model && each.procedure.facet === procedure.facet,
  );

let service: TestService;
let erp: TestTenant;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());
beforeEach(async () => {
  erp = await service.tenant();
});

type Spelling = (parameter: Parameter) => string;
const byName: Spelling = ({ name }) => name;
const camel: Spelling = ({ rest }) => rest;
const pascalCase: Spelling = ({ rest }) => rest.charAt(0).toUpperCase() + rest.slice(1);

/** The first value of each parameter. */
function recordOf(
  { model, parameters }: Pick<Contract, 'model' | 'parameters'>,
  spelling: Spelling,
): Record<string, string> {
  return Object.fromEntries(
    parameters.flatMap((parameter) => {
      const value = firstOf(model, parameter.column);
      return value === null ? [] : [[spelling(parameter), value.sent]];
    }),
  );
}

/** Of the parameters, those that name the record. */
const naming = ({ model, parameters }: Contract): Contract['parameters'] => {
  const names = namesOf(model);
  return parameters.filter(({ column }) => names.some(({ property }) => property === column.property));
};

async function prepare(calls: readonly object[], tenant = erp): Promise<void> {
  if (calls.length === 0) return;
  const answer = await tenant.client.import(calls);
  expect(answer.status, answer.text).toBe(200);
}

/** Everything that a record refers to, as it is created and as it is changed. */
async function prepareParents({ model, parameters }: Contract): Promise<void> {
  const first = recordOf({ model, parameters }, ({ column }) => column.property);
  const changed = Object.fromEntries(
    parameters.flatMap(({ column }) => {
      const value = column.isKey ? null : secondOf(model, column);
      return value === null ? [] : [[column.property, value.sent]];
    }),
  );
  const names = namesOf(model).map(({ property }) => property);
  const second = {
    ...first,
    ...changed,
    ...Object.fromEntries(names.flatMap((name) => (first[name] === undefined ? [] : [[name, first[name]]]))),
  };
  await prepare([...parentsOf(model, first), ...parentsOf(model, second)]);
}

type Shown = Record<string, unknown>;

/** The records that the tests made, as the list shows them: what has parts of its own by its name. */
async function read(model: EntityModel, tenant = erp): Promise<Shown[]> {
  const { body, status, text } = await tenant.client.get(pathOf(model));
  expect(status, text).toBe(200);
  const records: Shown[] = body.data ?? body;
  return records
    .map((record) => ({ ...record, category: nameIn(record['category']), timeMarker: nameIn(record['timeMarker']) }))
    .filter((record: Shown) =>
      namesOf(model).every((column) => {
        const wanted = firstOf(model, column)?.shown;
        return wanted === undefined || column.spec.virtual || same(record[column.property], wanted);
      }),
    );
}
const nameIn = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? (value as { name: string }).name : value;
const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const shownBy = (parameters: readonly Parameter[], valueIn: (column: ColumnModel) => Value | null): Shown =>
  Object.fromEntries(
    parameters.flatMap(({ column }) => {
      const value = valueIn(column);
      return value === null || value.shown === undefined || column.spec.virtual ? [] : [[column.property, value.shown]];
    }),
  );

const outcomes = ({ body }: Answer): string[] => body.results.map((each: { outcome: string }) => each.outcome);

/** What can be changed by itself: a column, or all that spell one reference. */
function changesOf({ model, parameters }: Contract): Parameter[][] {
  const names = new Set(namesOf(model).map(({ property }) => property));
  const wide = model.references.map(({ reference }) => reference.by).filter((by) => by.length > 1);
  const alone = parameters.filter(
    ({ column: { property } }) => !names.has(property) && !wide.some((by) => by.includes(property)),
  );
  const together = wide
    .filter((by) => by.every((property) => !names.has(property)))
    .map((by) => parameters.filter(({ column }) => by.includes(column.property)));
  return [...alone.map((each) => [each]), ...together].filter((change) =>
    change.every(({ column }) => secondOf(model, column) !== null),
  );
}

/** Calls with one wrong value each, and what is to be said of them. */
function wrongCalls(
  contract: Contract,
  spelling: Spelling,
): { record: Record<string, unknown>; code: string; at: string }[] {
  const whole = recordOf(contract, spelling);
  const counts = (column: ColumnModel): boolean =>
    contract.procedure.action === 'upsert' ||
    contract.procedure.columns.some(({ property }) => property === column.property);
  return [
    ...contract.parameters
      .filter(({ column }) => counts(column))
      .flatMap((parameter) => {
        const { kind, max, longest = max } = parameter.column.spec;
        const at = spelling(parameter);
        const wrong = WRONG[kind];
        if (wrong !== undefined) return [{ record: { ...whole, [at]: wrong }, code: 'REQ014', at }];
        return longest === undefined
          ? []
          : [{ record: { ...whole, [at]: 'x'.repeat(longest + 1) }, code: 'REQ013', at }];
      }),
    ...contract.flags.map((at) => ({ record: { ...whole, [at]: 'perhaps' }, code: 'REQ014', at })),
  ];
}

/** Rejected call by call, each with its place, procedure, code and parameter; nothing is stored. */
async function expectRefused(
  send: () => Promise<Answer>,
  wanted: readonly { code: string; at: string }[],
  name: string,
): Promise<void> {
  const before = await holdings(service, erp);
  const answer = await send();
  expect(answer.status, answer.text).toBe(400);
  const told = answer.body.results.map((each: { index: number; procedure: string; code: string; parameter: string }) =>
    [each.index, each.procedure.toLowerCase(), each.code, each.parameter?.toLowerCase()].join(' '),
  );
  expect(told).toEqual(wanted.map(({ code, at }, i) => [i, name.toLowerCase(), code, at.toLowerCase()].join(' ')));
  for (const { at } of wanted.slice(0, 1)) expect(answer.body.Description.toLowerCase()).toContain(at.toLowerCase());
  expect(await holdings(service, erp)).toEqual(before);
}

describe('records', () => {
  test.each(of('upsert'))(
    '$name creates, leaves alone what is the same, and changes no more than what is sent',
    async (contract) => {
      const { name, model, parameters } = contract;
      await prepareParents(contract);
      const record = recordOf(contract, byName);
      const created = await erp.client.import([aCall(name, record)]);
      expect(created.body.results, created.text).toMatchObject([{ outcome: 'created', procedure: name }]);
      const first = shownBy(parameters, (column) => firstOf(model, column));
      expect(await read(model)).toMatchObject([first]);

      const repeated = await erp.client.import([aCall(name.toUpperCase(), record)]);
      expect([outcomes(repeated), repeated.body.changes], repeated.text).toEqual([['unchanged'], null]);

      const changes = changesOf(contract);
      const names = recordOf({ model, parameters: naming(contract) }, byName);
      const calls = changes.map((change) =>
        aCall(name, {
          ...names,
          ...Object.fromEntries(change.map((each) => [each.name, secondOf(model, each.column)?.sent])),
        }),
      );
      const changed = await erp.client.import(calls);
      expect(outcomes(changed), changed.text).toEqual(changes.map(() => 'updated'));
      const log = await erp.client.get(`/changes?after=${created.body.changes}&entity=${model.name}&limit=1000`);
      const touched = log.body.changes.map(({ after }: { after: Shown }) => Object.keys(after).sort());
      // The id of what a column names goes with the name.
      const withIds = ({ property }: ColumnModel): string[] => [
        property,
        ...model.columns.filter(({ spec }) => spec.idOf === property).map((column) => column.property),
      ];
      expect(touched).toEqual(changes.map((change) => change.flatMap(({ column }) => withIds(column)).sort()));
      const second = shownBy(changes.flat(), (column) => secondOf(model, column));
      expect(await read(model)).toMatchObject([{ ...first, ...second }]);
    },
  );

  test.each(of('upsert'))('$name names each value that is too long or of a wrong kind', async (contract) => {
    const wrong = wrongCalls(contract, byName);
    await expectRefused(
      () => erp.client.import(wrong.map(({ record }) => aCall(contract.name, record))),
      wrong,
      contract.name,
    );
    const byRoute = wrongCalls({ ...contract, flags: [] }, camel);
    await expectRefused(
      () =>
        erp.client.post(
          `/${contract.model.entity.route}`,
          byRoute.map(({ record }) => record),
        ),
      byRoute,
      contract.procedure.name,
    );
  });

  /** Texts that may be longer than documented, and are no names of other records. */
  const lengthened = ({ model, parameters }: Contract): readonly Parameter[] =>
    parameters.filter(
      ({ column: { spec, property, isKey, ...column } }) =>
        spec.longest !== undefined &&
        spec.kind === 'text' &&
        !isKey &&
        !spec.names &&
        !model.references.some(({ reference }) => reference.by.includes(property)) &&
        firstOf(model, { spec, property, isKey, ...column }) !== null,
    );
  test.each(of('upsert').filter((contract) => lengthened(contract).length > 0))(
    '$name stores text beyond its documented length whole, with a warning, and strictly refuses it',
    async (contract) => {
      const { name, model } = contract;
      await prepareParents(contract);
      const long = lengthened(contract);
      const textOf = ({ column }: Parameter) =>
        (firstOf(model, column)?.sent ?? '').padEnd((column.spec.max ?? 0) + 1, 'x');
      const call = aCall(name, {
        ...recordOf(contract, byName),
        ...Object.fromEntries(long.map((each) => [each.name, textOf(each)])),
      });
      const strict = await erp.client.import([call], { prefer: 'handling=strict' });
      expect([strict.status, strict.body.Code], strict.text).toEqual([400, 'REQ013']);
      const stored = await erp.client.import([call]);
      expect(outcomes(stored), stored.text).toEqual(['created']);
      const warned = stored.body.warnings.map(({ parameter }: { parameter: string }) => parameter);
      expect(warned).toEqual(expect.arrayContaining(long.map((each) => each.name)));
      expect(await read(model)).toMatchObject([
        Object.fromEntries(long.map((each) => [each.column.property, textOf(each)])),
      ]);
    },
  );

  const needy = of('upsert').filter(({ parameters }) => parameters.some(({ column }) => column.spec.required));
  test.each(needy)('$name creates nothing without what it requires, missing or empty', async (contract) => {
    await prepareParents(contract);
    const whole = recordOf(contract, byName);
    const required = contract.parameters.filter(({ column }) => column.spec.required);
    const wanted = required.flatMap(({ name, column }) => {
      const { [name]: _missing, ...rest } = whole;
      const empty = column.spec.emptyIsValue ? [] : [{ ...rest, [name]: '' }];
      return [rest, { ...rest, [name]: null }, ...empty].map((record) => ({ record, code: 'REQ015', at: name }));
    });
    const calls = wanted.map(({ record }) => aCall(contract.name, record));
    await expectRefused(() => erp.client.import(calls), wanted, contract.name);
  });

  /** Whether the first values name a record of another kind. */
  const refers = ({ model, parameters }: Contract): boolean =>
    model.references.some(({ target, reference }) =>
      target.entity.identity
        ? true
        : reference.by.every((by) =>
            parameters.some(({ column }) => column.property === by && firstOf(model, column) !== null),
          ),
    );
  test.each(of('upsert').filter(refers))('$name makes nothing that would belong to nobody', async (contract) => {
    const { model, name } = contract;
    const call = aCall(name, recordOf(contract, byName));
    const before = await holdings(service, erp);
    // A part is kept until its record arrives.
    const passedOver = model.references.find(({ reference }) => reference.missing !== 'reject');
    const outcome = passedOver?.reference.missing === 'wait' ? 'created' : 'ignored';
    const sent = await erp.client.import([call]);
    if (passedOver) {
      expect(sent.body, sent.text).toMatchObject({ success: true, counts: { [outcome]: 1 }, changes: null });
      expect(sent.body.warnings).toMatchObject([{ index: 0 }]);
    } else expect([sent.status, sent.body.Code], sent.text).toEqual([409, 'APP004']);
    const strict = await erp.client.import([call], { prefer: 'handling=strict' });
    const code = passedOver?.target.entity.identity ? 'APP007' : 'APP004';
    expect([strict.status, strict.body.Code], strict.text).toEqual([409, code]);
    expect(await holdings(service, erp)).toEqual(before);
  });

  const removable = of('upsert').flatMap((contract) => {
    const removal = partner(contract, 'delete');
    return removal ? [{ name: contract.name, deletes: removal.name, contract, removal }] : [];
  });
  test.each(removable)(
    '$deletes deletes what $name made, once, and only in its tenant',
    async ({ contract, removal }) => {
      await prepareParents(contract);
      await prepare([aCall(contract.name, recordOf(contract, byName))]);
      const key = aCall(removal.name, recordOf({ model: removal.model, parameters: naming(removal) }, byName));
      const stranger = await service.tenant();
      expect(await read(contract.model, stranger)).toEqual([]);
      const held = await holdings(service, erp);
      const foreign = await stranger.client.import([key]);
      expect([foreign.status, outcomes(foreign)], foreign.text).toEqual([200, ['ignored']]);
      expect(await holdings(service, erp)).toEqual(held);

      const gone = await erp.client.import([key]);
      expect(outcomes(gone), gone.text).toEqual(['deleted']);
      expect(await read(contract.model)).toEqual([]);
      // Some clients send the whole record to a delete.
      const again = await erp.client.import([aCall(removal.name, { ...recordOf(contract, byName) })]);
      expect([again.status, again.body.success, outcomes(again), again.body.changes], again.text).toEqual([
        200,
        true,
        ['ignored'],
        null,
      ]);
    },
  );

  test.each(of('delete').filter((contract) => wrongCalls(contract, byName).length > 0))(
    '$name names each value that is too long or of a wrong kind',
    async (contract) => {
      const wrong = wrongCalls(contract, byName);
      await expectRefused(
        () => erp.client.import(wrong.map(({ record }) => aCall(contract.name, record))),
        wrong,
        contract.name,
      );
    },
  );

  test.each(removable)('the route of $name does the same by POST, PUT and DELETE', async ({ contract, removal }) => {
    await prepareParents(contract);
    const path = `/${contract.model.entity.route}`;
    const record = recordOf(contract, camel);
    const created = await erp.client.post(path, record);
    expect(outcomes(created), created.text).toEqual(['created']);
    expect(await read(contract.model)).toMatchObject([
      shownBy(contract.parameters, (column) => firstOf(contract.model, column)),
    ]);
    const repeated = await erp.client.put(path, [recordOf(contract, pascalCase)]);
    expect([outcomes(repeated), repeated.body.changes], repeated.text).toEqual([['unchanged'], null]);
    const [change] = changesOf(contract);
    if (change) {
      const names = recordOf({ model: contract.model, parameters: naming(contract) }, camel);
      const values = change.map((each) => [pascalCase(each), secondOf(contract.model, each.column)?.sent]);
      const changed = await erp.client.put(path, { ...names, ...Object.fromEntries(values) });
      expect(outcomes(changed), changed.text).toEqual(['updated']);
    }
    const key = { model: removal.model, parameters: naming(removal) };
    const gone = await erp.client.del(path, recordOf(key, camel));
    expect(outcomes(gone), gone.text).toEqual(['deleted']);
    const again = await erp.client.del(path, [recordOf(key, pascalCase)]);
    expect([again.status, outcomes(again)], again.text).toEqual([200, ['ignored']]);
    expect(await read(contract.model)).toEqual([]);
  });

  test.each(of('clear'))('$name deletes all below one record, once, and only in its tenant', async (contract) => {
    const { model } = contract;
    const [upsert = ''] = model.entity.procedures.upsert;
    const first = Object.fromEntries(
      model.columns.flatMap((column) => {
        const value = firstOf(model, column);
        return value === null ? [] : [[column.property, value.sent]];
      }),
    );
    const last = model.keyColumns.at(-1)?.property ?? '';
    const also = { ...first, [last]: 'Gamma' };
    await prepare([...parentsOf(model, first), ...parentsOf(model, also), aCall(upsert, first), aCall(upsert, also)]);
    const clear = aCall(contract.name, recordOf(contract, byName));
    const held = await holdings(service, erp);
    expect(held[model.table]).toBe(2);
    const foreign = await (await service.tenant()).client.import([clear]);
    expect(outcomes(foreign), foreign.text).toEqual(['ignored']);
    expect(await holdings(service, erp)).toEqual(held);
    const gone = await erp.client.import([clear]);
    expect(outcomes(gone), gone.text).toEqual(['deleted']);
    expect(await holdings(service, erp)).toMatchObject({ [model.table]: 0, changes: (held['changes'] ?? 0) + 2 });
    const again = await erp.client.import([clear]);
    expect([outcomes(again), again.body.changes], again.text).toEqual([['ignored'], null]);
  });
});

describe('facets', () => {
  const setting = of('set');
  const keyOf = (contract: Contract): Record<string, string> =>
    recordOf({ model: contract.model, parameters: naming(contract) }, ({ column }) => column.property);
  const sets = (contract: Contract): readonly Parameter[] =>
    contract.parameters.filter(({ column }) => contract.procedure.facet?.sets.includes(column.property));
  /** What the record does not hold already. */
  const valueFor = (model: EntityModel, column: ColumnModel): Value | null =>
    column.spec.kind === 'boolean' ? { sent: 'true', shown: true } : secondOf(model, column);
  const facetRecord = (contract: Contract, spelling: Spelling): Record<string, string> => ({
    ...recordOf({ model: contract.model, parameters: naming(contract) }, spelling),
    ...Object.fromEntries(
      sets(contract).map((each) => [spelling(each), valueFor(contract.model, each.column)?.sent ?? '']),
    ),
  });

  test.each(setting)('$name sets its part of a record and no more, and its reset empties that', async (contract) => {
    const { name, model } = contract;
    await prepare(ensure(model, keyOf(contract)));
    const [before] = await read(model);
    const record = facetRecord(contract, byName);
    const done = await erp.client.import([aCall(name, record)]);
    expect(outcomes(done), done.text).toEqual(['updated']);
    const wanted = shownBy(sets(contract), (column) => valueFor(model, column));
    const bumped = { version: 2, updatedAt: expect.anything() };
    expect(await read(model)).toEqual([{ ...before, ...wanted, ...bumped }]);
    const repeated = await erp.client.import([aCall(name, record)]);
    expect([outcomes(repeated), repeated.body.changes], repeated.text).toEqual([['unchanged'], null]);

    const reset = partner(contract, 'reset');
    if (!reset) return;
    const back = aCall(reset.name, facetRecord(reset, byName));
    expect(outcomes(await erp.client.import([back]))).toEqual(['updated']);
    const empty = Object.fromEntries(
      sets(contract).map(({ column }) => [column.property, column.spec.default ?? null]),
    );
    expect(await read(model)).toEqual([{ ...before, ...empty, ...bumped, version: 3 }]);
    expect(outcomes(await erp.client.import([back]))).toEqual(['unchanged']);
  });

  test.each(setting)('the route of $name does the same by POST, PUT and DELETE', async (contract) => {
    const { model, procedure } = contract;
    const path = `/${procedure.facet?.route}`;
    await prepare(ensure(model, keyOf(contract)));
    const set = await erp.client.post(path, facetRecord(contract, camel));
    expect(outcomes(set), set.text).toEqual(['updated']);
    expect(await read(model)).toMatchObject([shownBy(sets(contract), (column) => valueFor(model, column))]);
    // Unlocking comes first: a locked record takes no other change from a planner.
    const locks = sets(contract).some(({ column }) => column.property === 'locked');
    if (!locks)
      expect(outcomes(await erp.client.put(path, [facetRecord(contract, pascalCase)]))).toEqual(['unchanged']);
    const reset = partner(contract, 'reset');
    if (!reset) return;
    const emptied = await erp.client.del(path, facetRecord(reset, pascalCase));
    expect(outcomes(emptied), emptied.text).toEqual(['updated']);
  });

  test.each(of('set', 'reset'))(
    '$name passes over a record that does not exist, and strictly refuses it',
    async (contract) => {
      const call = aCall(contract.name, facetRecord(contract, byName));
      const owner = await service.tenant();
      await prepare(ensure(contract.model, keyOf(contract)), owner);
      const theirs = await holdings(service, owner);
      const before = await holdings(service, erp);
      const passed = await erp.client.import([call]);
      expect(passed.body, passed.text).toMatchObject({ success: true, counts: { ignored: 1 }, changes: null });
      expect(passed.body.warnings).toMatchObject([{ index: 0, procedure: contract.procedure.name }]);
      const refused = await erp.client.import([call], { prefer: 'handling=strict' });
      expect([refused.status, refused.body.Code], refused.text).toEqual([409, 'APP007']);
      expect(await holdings(service, erp)).toEqual(before);
      expect(await holdings(service, owner)).toEqual(theirs);
    },
  );

  test.each(of('set', 'reset'))('$name names each value that is too long or of a wrong kind', async (contract) => {
    const wrong = wrongCalls(contract, byName);
    await expectRefused(
      () => erp.client.import(wrong.map(({ record }) => aCall(contract.name, record))),
      wrong,
      contract.name,
    );
  });
});

test('every procedure of the list is among them', () => {
  const missing = [...specified.keys()].filter((name) => !contracts.some((each) => each.name.toLowerCase() === name));
  expect(missing).toEqual([]);
});

test('every procedure has parameters to try', () => {
  expect(contracts.length).toBeGreaterThan(90);
  expect(contracts.filter(({ parameters }) => parameters.length === 0)).toEqual([]);
});
