import type { Choice, MapDay, MapLabels } from '../map-view/scene.ts';

/** Props of every list beside the map. */
export interface ListProps {
  readonly day: MapDay;
  readonly choice: Choice;
  readonly words: MapLabels;
  readonly selected: string | undefined;
  onSelect(id: string | undefined): void;
}
