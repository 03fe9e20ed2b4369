import type { Bar, BoardData, BoardResource } from '../../board/types.ts';
import { dateOf } from '../../dates/zone.ts';

interface PrintedDay {
  readonly date: string;
  readonly bars: readonly Bar[];
}

export interface PrintedPage {
  readonly resource: BoardResource;
  readonly days: readonly PrintedDay[];
}

/** One page for each resource with appointments: its bars by local day, in order. Time of others is not printed. */
export function printedPages({ resources, bars }: BoardData, zone: string): PrintedPage[] {
  const byResource = new Map<string, Map<string, Bar[]>>(resources.map(({ no }) => [no, new Map()]));
  const ordered = [...bars.values()].sort((a, b) => a.start - b.start || a.id - b.id);
  for (const bar of ordered)
    for (const no of bar.resources) {
      const days = byResource.get(no);
      if (!days) continue;
      const date = dateOf(zone, bar.start);
      const known = days.get(date);
      if (known) known.push(bar);
      else days.set(date, [bar]);
    }
  return resources.flatMap((resource) => {
    const days = [...(byResource.get(resource.no) ?? [])].map(([date, own]) => ({ date, bars: own }));
    return days.length === 0 ? [] : [{ resource, days }];
  });
}
