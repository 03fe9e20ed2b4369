import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { newId } from '../api/new-id.ts';
import type { Mode } from '../board/types.ts';
import { type BoardFilter, NO_FILTER } from './filter.ts';
import { isMode, isRange, type ViewSettings } from './view-settings.ts';

/** A saved view of the board. Other parts of a layout are ignored. */
export interface SavedView {
  readonly code: string;
  readonly name: string;
  readonly mode: Mode | undefined;
  readonly days: number | undefined;
  readonly filter: BoardFilter | undefined;
  readonly settings: Partial<ViewSettings>;
}

const BOARD = 0;
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Layouts of the tenant for the board. Their content is parsed leniently: a setup package may contain unknown settings. */
export const savedViewsQuery = queryOptions({
  queryKey: ['layouts'],
  staleTime: 300_000,
  queryFn: async (): Promise<SavedView[]> => (await api.get('/layout', {})).flatMap((layout) => viewOf(layout) ?? []),
});

/** The layouts of each profile. */
export const profilesQuery = queryOptions({
  queryKey: ['profiles'],
  staleTime: 300_000,
  queryFn: async () => {
    const [profiles, layouts] = await Promise.all([api.get('/profile', {}), api.get('/profileLayout', {})]);
    return { profiles, layouts };
  },
});

export function viewOf(layout: unknown): SavedView | undefined {
  if (!isRecord(layout) || typeof layout['code'] !== 'string' || (layout['kind'] ?? BOARD) !== BOARD) return undefined;
  const content = isRecord(layout['content']) ? layout['content'] : {};
  const mode = content['mode'] ?? content['view'];
  const taken = (name: keyof ViewSettings, type: string) =>
    typeof content[name] === type ? { [name]: content[name] } : {};
  return {
    code: layout['code'],
    name: typeof layout['name'] === 'string' && layout['name'] !== '' ? layout['name'] : layout['code'],
    mode: isMode(mode) ? mode : undefined,
    days: isRange(content['days']) ? content['days'] : undefined,
    filter: filterOf(content),
    settings: {
      ...taken('barHeight', 'number'),
      ...taken('stack', 'boolean'),
      ...taken('calendars', 'boolean'),
      ...taken('containers', 'boolean'),
      ...taken('containerMarks', 'boolean'),
      ...taken('hourWidth', 'number'),
    },
  };
}

function filterOf(content: Readonly<Record<string, unknown>>): BoardFilter | undefined {
  const wishes = Object.keys(NO_FILTER).filter((name) => typeof content[name] === 'string');
  return wishes.length === 0
    ? undefined
    : { ...NO_FILTER, ...Object.fromEntries(wishes.map((name) => [name, content[name]])) };
}

/** Saves the present view for all users of the tenant. */
export const saveView = (
  name: string,
  shown: { mode: Mode; days: number | undefined; filter: BoardFilter; settings: ViewSettings },
) => {
  const { dockHeight: _own, ...settings } = shown.settings;
  const content = { mode: shown.mode, days: shown.days ?? null, ...shown.filter, ...settings };
  return api.post('/layout', { body: { code: newId().slice(0, 8).toUpperCase(), name, kind: BOARD, content } });
};

export const deleteView = (code: string) => api.delete('/layout', { body: { code } });
