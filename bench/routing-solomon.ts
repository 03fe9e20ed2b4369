import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Problem, TravelTable } from '../src/engine/routing/model.ts';

/** One of Solomon's instances, with the length of its best known plan. */
export interface Instance {
  readonly name: string;
  /** C1, C2, R1, R2, RC1, RC2. */
  readonly className: string;
  readonly best: number;
  readonly problem: Problem;
}

/** Lengths are in tenths: distances are truncated to one decimal, and a tenth is a metre and a second. */
export const TENTHS = 10;

export function solomonInstances(folder: string, only: readonly string[] = []): Instance[] {
  const best = new Map(
    readFileSync(path.join(folder, 'best-known.tsv'), 'utf8')
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split('\t'))
      .map(([name = '', distance = '']) => [name, Number(distance)]),
  );
  return readdirSync(folder)
    .filter((file) => file.endsWith('.txt'))
    .map((file) => path.basename(file, '.txt'))
    .filter((name) => best.has(name) && (only.length === 0 || only.includes(name)))
    .map((name) => ({
      name,
      className: name.slice(0, -2),
      best: best.get(name) ?? Number.NaN,
      problem: problemIn(readFileSync(path.join(folder, `${name}.txt`), 'utf8')),
    }));
}

export interface Customer {
  readonly no: number;
  readonly x: number;
  readonly y: number;
  readonly load: number;
  readonly ready: number;
  readonly due: number;
  readonly service: number;
}

function problemIn(text: string): Problem {
  const rows = text
    .split(/\r?\n/)
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter((row) => row.length > 1 && row.every(Number.isFinite));
  const [[vehicles = 0, capacity = 0] = [], ...customers] = rows;
  return problemOf(
    vehicles,
    capacity,
    customers.map(([no = 0, x = 0, y = 0, load = 0, ready = 0, due = 0, service = 0]) => ({
      no,
      x,
      y,
      load,
      ready,
      due,
      service,
    })),
  );
}

/** The first customer is the depot. */
export function problemOf(vehicles: number, capacity: number, customers: readonly Customer[]): Problem {
  const horizon = customers[0]?.due ?? 0;
  const day = {
    date: 'day',
    span: { start: 0, end: horizon * TENTHS + 1 },
    working: [{ start: 0, end: horizon * TENTHS }],
    startLocation: 0,
    endLocation: 0,
    capacity,
  };
  return {
    resources: Array.from({ length: vehicles }, (_, at) => ({ id: `vehicle ${at + 1}`, days: [day] })),
    tasks: customers.slice(1).map(({ no, load, ready, due, service }) => ({
      id: `customer ${no}`,
      duration: service * TENTHS,
      place: no,
      load,
      windows: [{ start: ready * TENTHS, end: (due + service) * TENTHS }],
    })),
    travel: tableOf(customers.map(({ x, y }) => [x, y])),
    weights: {
      served: 1e5,
      travelKm: 1000,
      travelHour: 0,
      lateHour: 0,
      overtimeHour: 0,
      balance: 0,
      preference: 0,
      disruption: 0,
    },
  };
}

function tableOf(places: readonly (readonly [number, number])[]): TravelTable {
  const length = (from: number, to: number): number => {
    const [[x1, y1], [x2, y2]] = [places[from] ?? [0, 0], places[to] ?? [0, 0]];
    return Math.floor(Math.hypot(x1 - x2, y1 - y2) * TENTHS + 1e-9);
  };
  return { places: places.length, seconds: length, metres: length };
}
