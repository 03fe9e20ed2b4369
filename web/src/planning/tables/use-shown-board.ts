import { groupResources } from '../../board/groups.ts';
import type { BoardData } from '../../board/types.ts';
import { useLocale } from '../../i18n/language.ts';
import { naturalOrder } from '../../kit/natural-order.ts';
import { useSession, zoneOf } from '../../session/session.ts';
import type { BoardStore } from '../board-store.ts';
import type { BoardFilter } from '../filter.ts';
import type { PlanningWindow } from '../use-planning-window.ts';
import { dayIn } from '../use-rows.ts';
import { arrangeResources } from './arrange-resources.ts';
import { useListLayout } from './list-settings.ts';

export interface ShownBoard {
  readonly store: BoardStore;
  /** The days that the board shows. */
  readonly shown: PlanningWindow;
  /** Names these days. */
  readonly title: string;
  readonly filter: BoardFilter;
  readonly byTeam: boolean;
}

/** What the board shows, for exports and prints: the resources in the order, groups and filter of their list, and the bars of the shown days. */
export function useShownBoard({ store, shown, filter, byTeam }: ShownBoard): () => BoardData {
  const { locale } = useLocale();
  const zone = zoneOf(useSession());
  const [layout] = useListLayout('resourceList');
  return () => {
    const options = { compare: naturalOrder(locale), dayOf: dayIn(zone) };
    const { from, days, window } = shown;
    const data = arrangeResources(store.matching(filter), layout, { zone, from, days }, options);
    // A collapsed group hides rows for the moment, and leaves none out.
    const resources = groupResources(data.resources, { byTeam }).shown;
    const bars = new Map([...data.bars].filter(([, { start, end }]) => start < window.end && end > window.start));
    return { ...data, resources, bars };
  };
}
