import type { Choice, MapDay, Words } from '../map-view/scene.ts';

/** What every list beside the map gets. */
export interface ListProps {
  readonly day: MapDay;
  readonly choice: Choice;
  readonly words: Words;
  readonly selected: string | undefined;
  onSelect(id: string | undefined): void;
}
