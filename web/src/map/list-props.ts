import type { Choice, MapDay, MapLabels } from '../map-view/scene.ts';

/** What every list beside the map gets. */
export interface ListProps {
  readonly day: MapDay;
  readonly choice: Choice;
  readonly words: MapLabels;
  readonly selected: string | undefined;
  onSelect(id: string | undefined): void;
}
