import { useQuery } from '@tanstack/react-query';
import { useRouterState, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { personalViewsQuery, type SavedView, savedViewsQuery } from './saved-views.ts';

/**
 * Applies the view that the address names, and once the default view of the user, when the page was opened without a window in its
 * address.
 */
export function useDefaultView(apply: (view: SavedView) => void): void {
  const [isFresh] = useState(() => !/[?&](date|mode|days|view)=/.test(window.location.search));
  const named = useSearch({ strict: false }) as { readonly view?: unknown; readonly shared?: unknown };
  const visit = useRouterState({ select: ({ location }) => location.state.__TSR_key ?? '' });
  const isNamed = named.view !== undefined;
  const { data: personal } = useQuery({ ...personalViewsQuery, enabled: isFresh || isNamed });
  const chosen = isNamed
    ? { code: String(named.view), shared: String(named.shared) === 'true' }
    : isFresh
      ? personal?.chosen
      : undefined;
  const { data: shared } = useQuery({ ...savedViewsQuery, enabled: chosen?.shared === true });
  const done = useRef(new Set<string>());
  const occasion = isNamed ? visit : 'default';
  const view = (chosen?.shared ? shared : personal?.views)?.find(({ code }) => code === chosen?.code);
  useEffect(() => {
    if (!view || done.current.has(occasion)) return;
    done.current.add(occasion).add('default');
    apply(view);
  });
}
