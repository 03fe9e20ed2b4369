import type { Choice, MapDay, MapLabels, MapTask } from '../map-view/scene.ts';
import type { Wish } from './route-plan/wish.ts';

/** Props of every list beside the map. */
export interface ListProps {
  readonly day: MapDay;
  readonly choice: Choice;
  readonly words: MapLabels;
  readonly selected: string | undefined;
  onSelect(id: string | undefined): void;
  /** Undefined where the user may not plan on this day. */
  readonly onWish: ((wish: Wish) => void) | undefined;
  /** A task was pressed: it may become a drag. */
  onPress(task: MapTask, press: { readonly clientX: number; readonly clientY: number }): void;
}
