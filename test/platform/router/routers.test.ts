import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { RoadTable, Site } from '../../../src/domain/travel.ts';
import { PoliteClient } from '../../../src/platform/outbound/polite-client.ts';
import { osrm } from '../../../src/platform/router/osrm.ts';
import { RoadLegs } from '../../../src/platform/router/road-legs.ts';
import { valhalla } from '../../../src/platform/router/valhalla.ts';

/** Answers of OSRM 6 and Valhalla 3.6, with the map of Liechtenstein. */
const recorded = (name: string): string =>
  readFileSync(new URL(`../../fixtures/router/${name}.json`, import.meta.url), 'utf8');

interface Asked {
  readonly method: string | undefined;
  readonly url: URL;
  readonly body: string;
}
type Handler = (asked: Asked, response: ServerResponse) => void;

let server: Server;
let client: PoliteClient;
let handle: Handler;
let asked: Asked[];
const never = new AbortController().signal;

const answers =
  (body: string, status = 200): Handler =>
  (_asked, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  };

beforeEach(async () => {
  asked = [];
  server = createServer(async (request: IncomingMessage, response) => {
    const question = {
      method: request.method,
      url: new URL(request.url ?? '/', 'http://x'),
      body: await text(request),
    };
    asked.push(question);
    handle(question, response);
  }).listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  const { port } = server.address() as AddressInfo;
  client = new PoliteClient({
    url: `http://127.0.0.1:${port}/roads?key=k1`,
    userAgent: 'Openslot test',
    intervalMs: 0,
    timeoutMs: 2000,
  });
});
afterEach(async () => {
  await client.close();
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
});

const vaduz: Site = { lat: 47.141, lon: 9.5209 };
const schaan: Site = { lat: 47.1663, lon: 9.5094 };
const ruggell: Site = { lat: 47.2247, lon: 9.528 };
const hamburg: Site = { lat: 53.55, lon: 10 };

describe('OSRM', () => {
  test('is asked for a table, longitude first, and answers kilometres and minutes', async () => {
    handle = answers(recorded('osrm-table-ok'));
    const table = await osrm(client).ask([vaduz, schaan, ruggell], [vaduz], never);
    expect(asked[0]?.url.pathname).toBe(
      '/roads/table/v1/driving/9.520900,47.141000;9.509400,47.166300;9.528000,47.224700;9.520900,47.141000',
    );
    expect(Object.fromEntries(asked[0]?.url.searchParams ?? [])).toEqual({
      key: 'k1',
      sources: '0;1;2',
      destinations: '3',
      annotations: 'distance,duration',
    });
    expect(table).toEqual([
      [{ km: 0, minutes: 0 }],
      [{ km: 3.6574, minutes: 337.7 / 60 }],
      [{ km: 10.9342, minutes: 886.5 / 60 }],
    ]);
  });

  test('a place off its map, which it moves to the border, has no trip', async () => {
    const answer = JSON.parse(recorded('osrm-table-offmap'));
    handle = answers(JSON.stringify({ ...answer, durations: answer.distances }));
    const [near, far] = await osrm(client).ask([vaduz, hamburg], [vaduz, hamburg], never);
    expect(near).toEqual([{ km: 0, minutes: 0 }, undefined]);
    expect(far).toEqual([undefined, undefined]);
  });

  test('two islands have no trip between them', async () => {
    const answer = JSON.parse(recorded('osrm-table-ok'));
    handle = answers(JSON.stringify({ ...answer, distances: [[0], [null], [1]], durations: [[0], [null], [1]] }));
    const table = await osrm(client).ask([vaduz, schaan, ruggell], [vaduz], never);
    expect(table[1]).toEqual([undefined]);
  });

  test('throws where it declines, and can be asked again at once', async () => {
    handle = answers(recorded('osrm-error'), 400);
    await expect(osrm(client).ask([vaduz], [schaan], never)).rejects.toThrow('it returned 400');
    handle = answers(recorded('osrm-error'));
    await expect(osrm(client).ask([vaduz], [schaan], never)).rejects.toThrow('has no table');
  });
});

describe('Valhalla', () => {
  test('is asked for a table and answers kilometres and minutes', async () => {
    handle = answers(recorded('valhalla-matrix-ok'));
    const table = await valhalla(client).ask([vaduz, schaan, ruggell], [vaduz], never);
    expect(asked[0]).toMatchObject({ method: 'POST' });
    expect(asked[0]?.url.pathname).toBe('/roads/sources_to_targets');
    expect(JSON.parse(asked[0]?.body ?? '')).toEqual({
      sources: [vaduz, schaan, ruggell],
      targets: [vaduz],
      costing: 'auto',
      units: 'kilometers',
    });
    expect(table).toEqual([
      [{ km: 0, minutes: 0 }],
      [{ km: 3.665, minutes: 271 / 60 }],
      [{ km: 10.939, minutes: 718 / 60 }],
    ]);
  });

  test('throws where it declines, or answers something else', async () => {
    handle = answers(recorded('valhalla-error-offmap'), 400);
    await expect(valhalla(client).ask([vaduz], [hamburg], never)).rejects.toThrow('it returned 400');
    handle = answers('[]');
    await expect(valhalla(client).ask([vaduz], [schaan], never)).rejects.toThrow('has no table');
    handle = answers('{"sources_to_targets": [[{"distance": null, "time": null}]]}');
    expect(await valhalla(client).ask([vaduz], [schaan], never)).toEqual([[undefined]]);
  });
});

describe('legs', () => {
  /** Sites on a line, a hundredth of a degree apart. */
  const site = (n: number): Site => ({ lat: 47, lon: 9 + n / 100 });
  const line = Array.from({ length: 250 }, (_, n) => site(n));
  let questions: { from: number; to: number }[];
  let fails: (from: readonly Site[], to: readonly Site[]) => boolean;
  const table: RoadTable = {
    mostSites: 100,
    async ask(from, to) {
      questions.push({ from: from.length, to: to.length });
      if (fails(from, to)) throw new Error('down');
      return from.map((a) => to.map((b) => ({ km: Math.abs(a.lon - b.lon), minutes: 1 })));
    },
  };
  beforeEach(() => {
    questions = [];
    fails = () => false;
  });

  test('many trips to one site, or from one, take a question for each 99', async () => {
    const roads = new RoadLegs(table);
    const there = await roads.legs(
      line.map((from) => ({ from, to: site(300) })),
      never,
    );
    expect(there.map((leg) => leg?.km.toFixed(2))).toEqual(line.map((_, n) => ((300 - n) / 100).toFixed(2)));
    expect(questions).toEqual([99, 99, 52].map((from) => ({ from, to: 1 })));
    questions = [];
    await roads.legs(
      line.map((to) => ({ from: site(300), to })),
      never,
    );
    expect(questions).toEqual([99, 99, 52].map((to) => ({ from: 1, to })));
  });

  test('what was asked is not asked again, and the same trip twice is asked once', async () => {
    const roads = new RoadLegs(table);
    const trip = { from: site(1), to: site(2) };
    expect(await roads.legs([trip, trip], never)).toHaveLength(2);
    expect(questions).toEqual([{ from: 1, to: 1 }]);
    expect((await roads.legs([trip], never))[0]).toEqual({ km: expect.closeTo(0.01), minutes: 1 });
    expect(questions).toHaveLength(1);
    // The way back may be another.
    await roads.legs([{ from: trip.to, to: trip.from }], never);
    expect(questions).toHaveLength(2);
  });

  test('no more is kept than may be, and what is used stays', async () => {
    const roads = new RoadLegs(table, 2);
    const [a, b, c] = [1, 2, 3].map((n) => ({ from: site(0), to: site(n) }));
    await roads.legs([a!], never);
    await roads.legs([b!], never);
    await roads.legs([a!], never);
    await roads.legs([c!], never);
    questions = [];
    await roads.legs([a!], never);
    expect(questions).toEqual([]);
    await roads.legs([b!], never);
    expect(questions).toHaveLength(1);
  });

  test('a question that fails costs its own trips only, and is asked again next time', async () => {
    const roads = new RoadLegs(table);
    fails = (from) => from.length === 52;
    const trips = line.map((from) => ({ from, to: site(300) }));
    const legs = await roads.legs(trips, never);
    expect(legs.filter((leg) => leg === undefined)).toHaveLength(52);
    fails = () => false;
    questions = [];
    expect(await roads.legs(trips, never)).not.toContain(undefined);
    expect(questions).toEqual([{ from: 52, to: 1 }]);
  });

  test('that there is no trip is remembered too', async () => {
    const islands: RoadTable = {
      mostSites: 100,
      ask: async (from, to) => {
        questions.push({ from: from.length, to: to.length });
        return [[undefined]];
      },
    };
    const roads = new RoadLegs(islands);
    for (let i = 0; i < 2; i++) expect(await roads.legs([{ from: site(0), to: site(1) }], never)).toEqual([undefined]);
    expect(questions).toHaveLength(1);
  });

  test('trips that nobody drives, and places that are not known, are not asked for', async () => {
    const nowhere = { lat: Number.NaN, lon: Number.NaN };
    const legs = await new RoadLegs(table).legs(
      [
        { from: vaduz, to: hamburg },
        { from: vaduz, to: nowhere },
        { from: { lat: 66, lon: 179.9 }, to: { lat: 66, lon: -179.9 } },
      ],
      never,
    );
    expect(legs.map((leg) => leg !== undefined)).toEqual([false, false, true]);
  });
});
