import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { newId } from '../api/new-id.ts';
import type { Mode } from '../board/types.ts';
import { type BoardFilter, NO_FILTER } from './filter.ts';
import { isRecord } from './settings.ts';
import { isMode, isRange, type ViewSettings, viewSettingsOf } from './view-settings.ts';

/** A saved view of the board. Other parts of a layout are kept, and have no effect. */
export interface SavedView {
  readonly code: string;
  readonly name: string;
  /** A layout of the tenant; otherwise it belongs to the user. */
  readonly isShared: boolean;
  readonly mode: Mode | undefined;
  readonly days: number | undefined;
  readonly filter: BoardFilter | undefined;
  readonly settings: Partial<ViewSettings>;
  /** As it is stored. */
  readonly content: Readonly<Record<string, unknown>>;
}

/** What the board shows now. */
export interface PresentView {
  readonly mode: Mode;
  readonly days: number | undefined;
  readonly filter: BoardFilter;
  readonly settings: ViewSettings;
}

const BOARD = 0;

/** Layouts of the tenant for the board. Their content is parsed leniently: a setup package may contain unknown settings. */
export const savedViewsQuery = queryOptions({
  queryKey: ['layouts'],
  staleTime: 300_000,
  queryFn: async (): Promise<SavedView[]> => (await api.get('/layout', {})).flatMap((layout) => viewOf(layout) ?? []),
});

/** The user's own views, and the view that this user begins with. */
export const personalViewsQuery = queryOptions({
  queryKey: ['personal-layouts'],
  staleTime: 300_000,
  queryFn: async () => {
    const { layouts, default: chosen } = await api.get('/personalLayout', {});
    return { views: layouts.flatMap((layout) => viewOf(layout, false) ?? []), chosen };
  },
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

export function viewOf(layout: unknown, isShared = true): SavedView | undefined {
  if (!isRecord(layout) || typeof layout['code'] !== 'string' || (layout['kind'] ?? BOARD) !== BOARD) return undefined;
  const content = isRecord(layout['content']) ? layout['content'] : {};
  const mode = content['mode'] ?? content['view'];
  return {
    code: layout['code'],
    name: typeof layout['name'] === 'string' && layout['name'] !== '' ? layout['name'] : layout['code'],
    isShared,
    mode: isMode(mode) ? mode : undefined,
    days: isRange(content['days']) ? content['days'] : undefined,
    filter: filterOf(content),
    settings: viewSettingsOf(content),
    content,
  };
}

function filterOf(content: Readonly<Record<string, unknown>>): BoardFilter | undefined {
  const wishes = Object.keys(NO_FILTER).filter((name) => typeof content[name] === 'string');
  return wishes.length === 0
    ? undefined
    : { ...NO_FILTER, ...Object.fromEntries(wishes.map((name) => [name, content[name]])) };
}

const contentOf = ({ mode, days, filter, settings }: PresentView): Record<string, unknown> => ({
  mode,
  days: days ?? null,
  ...filter,
  ...viewSettingsOf(settings),
});

type Stored = Pick<SavedView, 'code' | 'name' | 'isShared' | 'content'>;

/** Stores a view as it is: a new one, a changed one, or one that was deleted. */
export const storeView = ({ code, name, isShared, content }: Stored): Promise<unknown> =>
  isShared
    ? api.post('/layout', { body: { code, name, kind: BOARD, content } })
    : api.put('/personalLayout/{code}', { path: { code }, body: { name, kind: BOARD, content } });

/** Saves the present view under a name, for the user or for all users of the tenant. */
export const saveView = (name: string, isShared: boolean, present: PresentView): Promise<unknown> =>
  storeView({ code: newId().slice(0, 8).toUpperCase(), name, isShared, content: contentOf(present) });

/** A view with what the board shows now. Properties that the board does not know stay. */
export const updatedView = (view: SavedView, present: PresentView): Stored => ({
  ...view,
  content: { ...view.content, ...contentOf(present) },
});

export const deleteView = ({ code, isShared }: SavedView): Promise<unknown> =>
  isShared ? api.delete('/layout', { body: { code } }) : api.delete('/personalLayout/{code}', { path: { code } });

export const chooseDefault = (view: SavedView | undefined): Promise<unknown> =>
  api.put('/defaultLayout', { body: view ? { code: view.code, shared: view.isShared } : {} });
