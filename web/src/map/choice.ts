import { useMemo, useState } from 'react';
import type { Choice } from '../map-view/scene.ts';

export interface Filters {
  readonly open: boolean;
  readonly planned: boolean;
  readonly resources: boolean;
  readonly onlyResources: readonly string[];
  readonly onlyCategories: readonly string[];
}

const KEY = 'openslot-map';
const usual: Filters = { open: true, planned: true, resources: true, onlyResources: [], onlyCategories: [] };

/** The visibility switches are stored in the browser; the filters are not. */
function kept(): Filters {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, unknown>;
    const flag = (name: 'open' | 'planned' | 'resources'): boolean => stored[name] !== false;
    return { ...usual, open: flag('open'), planned: flag('planned'), resources: flag('resources') };
  } catch {
    return usual;
  }
}

export function useFilters(): [Filters, (change: Partial<Filters>) => void] {
  const [filters, setFilters] = useState(kept);
  const change = (part: Partial<Filters>): void => {
    const next = { ...filters, ...part };
    setFilters(next);
    const { open, planned, resources } = next;
    localStorage.setItem(KEY, JSON.stringify({ open, planned, resources }));
  };
  return [filters, change];
}

export function useChoice(filters: Filters, chosen: string | undefined): Choice {
  return useMemo(
    () => ({
      ...filters,
      onlyResources: new Set(filters.onlyResources),
      onlyCategories: new Set(filters.onlyCategories.map((name) => name.toLowerCase())),
      chosen,
    }),
    [filters, chosen],
  );
}
