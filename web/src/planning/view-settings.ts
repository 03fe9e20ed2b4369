import { useState } from 'react';
import type { Mode } from '../board/types.ts';
import { addDays, mondayOf } from '../dates/zone.ts';

/** Display settings of the board, stored in the browser. */
export interface ViewSettings {
  readonly barHeight: number;
  readonly stack: boolean;
  readonly calendars: boolean;
  /** Moves the bars of a container together. */
  readonly containers: boolean;
  /** Marks the bars of containers. */
  readonly containerMarks: boolean;
  readonly hourWidth: number;
  readonly dockHeight: number;
}

const KEY = 'openslot-board';
const usual: ViewSettings = {
  barHeight: 26,
  stack: true,
  calendars: true,
  containers: true,
  containerMarks: true,
  hourWidth: 0,
  dockHeight: 240,
};

function kept(): ViewSettings {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Record<keyof ViewSettings, unknown>>;
    const valid = Object.entries(stored).filter(
      ([name, value]) => typeof value === typeof usual[name as keyof ViewSettings],
    );
    return { ...usual, ...Object.fromEntries(valid) };
  } catch {
    return usual;
  }
}

export function useViewSettings(): [ViewSettings, (change: Partial<ViewSettings>) => void] {
  const [settings, setSettings] = useState(kept);
  const change = (part: Partial<ViewSettings>): void => {
    const next = { ...settings, ...part };
    setSettings(next);
    localStorage.setItem(KEY, JSON.stringify(next));
  };
  return [settings, change];
}

export const isMode = (value: unknown): value is Mode => value === 'day' || value === 'week' || value === 'month';
export const isDate = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value));

/** Choices for the number of days; for more there is the month view. */
export const RANGES = [1, 2, 3, 5, 7, 10, 14, 21, 28] as const;
export const isRange = (value: unknown): value is number => (RANGES as readonly unknown[]).includes(value);

/** The days to show for a date: the day, its week, its month, or a number of days from it. */
export function rangeOf(mode: Mode, date: string, count?: number): { from: string; days: number } {
  if (mode === 'day') return { from: date, days: count ?? 1 };
  if (mode === 'week') return { from: count === undefined || count >= 7 ? mondayOf(date) : date, days: count ?? 7 };
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
