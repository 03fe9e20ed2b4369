import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { api } from '../api/client.ts';
import { useTexts } from '../i18n/language.ts';
import { MapView } from '../map-view/map-view.ts';
import type { Scene } from '../map-view/types.ts';
import { useMapPaneTexts } from './use-map-labels.ts';

const settingsQuery = queryOptions({
  queryKey: ['map-settings'],
  queryFn: () => api.get('/map/settings', {}),
  staleTime: Number.POSITIVE_INFINITY,
});

interface Props {
  readonly scene: Scene;
  readonly selected: string | undefined;
  /** Pixels at the left that are covered. */
  readonly covered?: number;
  /** The map moves to show everything when this changes, and only then. */
  readonly fitTo: string | number;
  onSelect(id: string | undefined): void;
  /** A pin was pressed: it may become a drag. The map itself then stays where it is. */
  readonly onPress?: ((id: string, press: PointerEvent) => void) | undefined;
}

/** The component around the map. It fills its parent element. */
export function MapPane({ scene, selected, covered = 0, fitTo, onSelect, onPress }: Props) {
  const { map } = useTexts();
  const { zoomIn, zoomOut, many } = useMapPaneTexts();
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<MapView>(undefined);
  const latest = useRef({ texts: { map, zoomIn, zoomOut, many }, onSelect, onPress });
  latest.current = { texts: { map, zoomIn, zoomOut, many }, onSelect, onPress };
  const { data: settings } = useQuery(settingsQuery);

  useEffect(() => {
    if (!host.current) return;
    const made = new MapView(host.current, latest.current.texts, {
      selected: (id) => latest.current.onSelect(id),
      pressed: (id, press) => {
        latest.current.onPress?.(id, press);
        return latest.current.onPress !== undefined;
      },
    });
    view.current = made;
    return () => made.destroy();
  }, []);

  useEffect(() => {
    if (settings) view.current?.drawOn(settings);
  }, [settings]);
  useEffect(() => {
    if (view.current) view.current.covered = covered;
  }, [covered]);
  useEffect(() => view.current?.show(scene), [scene]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the map must not move with every change while a planner has zoomed in
  useEffect(() => view.current?.fit(), [fitTo]);
  useEffect(() => view.current?.select(selected), [selected]);

  return <div ref={host} style={{ position: 'absolute', inset: 0, zIndex: 0 }} />;
}
