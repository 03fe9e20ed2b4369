import { useSyncExternalStore } from 'react';
import { DAY_RANGES } from '../board/day-ranges.ts';
import type { Mode } from '../board/types.ts';
import { weekStartOf } from '../dates/preferences.ts';
import { addDays } from '../dates/zone.ts';
import { BAR_SETTINGS } from './bars/bar-settings.ts';
import {
  flag,
  numberIn,
  type Parser,
  parseSettings,
  type Setting,
  sharedSettings,
  usualValues,
  type ValuesOf,
} from './settings.ts';
import { parseLayout, USUAL_LAYOUT } from './tables/table-layout.ts';

const setting = <Value>(usual: Value, parse: Parser<Value>): Setting<Value> => ({ usual, parse });

/**
 * Display settings of the board, stored in the browser and in saved views. A new setting is one line here; a value that its parser
 * refuses is replaced by the usual one.
 */
const SETTINGS = {
  ...BAR_SETTINGS,
  barHeight: setting(30, numberIn(12, 80)),
  stack: setting(true, flag),
  calendars: setting(true, flag),
  /** Moves the bars of a container together. */
  containers: setting(true, flag),
  /** Marks the bars of containers. */
  containerMarks: setting(true, flag),
  /** Width of an hour in px; 0 fits all days into the width. */
  hourWidth: setting(0, numberIn(0, 2000)),
  /** Columns, order, groups and filters of the lists. */
  resourceList: setting(USUAL_LAYOUT, parseLayout),
  openTaskList: setting(USUAL_LAYOUT, parseLayout),
  plannedTaskList: setting(USUAL_LAYOUT, parseLayout),
  dockHeight: { ...setting(240, numberIn(0, 4000)), isLocal: true },
};

export type ViewSettings = ValuesOf<typeof SETTINGS>;

const KEY = 'openslot-board';

/** The settings of a saved view: valid ones of those that views contain. */
export const viewSettingsOf = (content: unknown): Partial<ViewSettings> =>
  parseSettings(sharedSettings(SETTINGS), content);

function kept(): ViewSettings {
  const usual = usualValues(SETTINGS);
  try {
    return { ...usual, ...parseSettings(SETTINGS, JSON.parse(localStorage.getItem(KEY) ?? '{}')) };
  } catch {
    return usual;
  }
}

export type ChangeSettings = (change: Partial<ViewSettings>) => void;

/** One object for all components: the toolbar, the board and the lists change the same settings. */
let present: ViewSettings | undefined;
const listeners = new Set<() => void>();

function changeSettings(part: Partial<ViewSettings>): void {
  present = { ...settingsNow(), ...part };
  localStorage.setItem(KEY, JSON.stringify(present));
  for (const listener of listeners) listener();
}

function settingsNow(): ViewSettings {
  present ??= kept();
  return present;
}

/** A page that is opened again reads what is stored: another tab may have changed it. */
function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) present = undefined;
  };
}

export const useViewSettings = (): [ViewSettings, ChangeSettings] => [
  useSyncExternalStore(listen, settingsNow),
  changeSettings,
];

export const isMode = (value: unknown): value is Mode => value === 'day' || value === 'week' || value === 'month';
export const isDate = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value));

export const isRange = (value: unknown): value is number => (DAY_RANGES as readonly unknown[]).includes(value);

/** The days to show for a date: the day, its week, its month, or a number of days from it. */
export function rangeOf(mode: Mode, date: string, count?: number): { from: string; days: number } {
  if (mode === 'day') return { from: date, days: count ?? 1 };
  if (mode === 'week') return { from: count === undefined || count >= 7 ? weekStartOf(date) : date, days: count ?? 7 };
  const first = `${date.slice(0, 8)}01`;
  const next = addDays(first, 32).slice(0, 8);
  return { from: first, days: Math.round((Date.parse(`${next}01`) - Date.parse(first)) / 86_400_000) };
}

export function stepped(mode: Mode, date: string, by: 1 | -1, count?: number): string {
  if (mode === 'day') return addDays(date, (count ?? 1) * by);
  if (mode === 'week') return addDays(date, (count ?? 7) * by);
  return by === 1
    ? `${addDays(`${date.slice(0, 8)}01`, 32).slice(0, 8)}01`
    : `${addDays(`${date.slice(0, 8)}01`, -1).slice(0, 8)}01`;
}
