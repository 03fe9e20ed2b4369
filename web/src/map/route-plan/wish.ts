import type { MapDay, MapResource, MapTask } from '../../map-view/scene.ts';

/** What a planner wants of the day of a resource: another order, the best order, or one task more. */
export type Wish =
  | { readonly type: 'order'; readonly resourceNo: string; readonly order: readonly number[] }
  | { readonly type: 'optimise'; readonly resourceNo: string }
  | { readonly type: 'add'; readonly resourceNo: string; readonly task: MapTask };

/** The stops of a resource that the map shows, in their order. */
function stopIdsOf(day: MapDay, { stops }: MapResource): readonly number[] {
  const shown = new Set(day.appointments.map(({ id }) => id));
  return stops.map(({ appointmentId }) => appointmentId).filter((id) => shown.has(id));
}

/** The body of the request: all stops with the versions that are shown. */
export function bodyOf(day: MapDay, wish: Wish, overtimeMinutes: number) {
  const resource = day.resources.find(({ resourceNo }) => resourceNo === wish.resourceNo);
  const versions = new Map(day.appointments.map(({ id, version }) => [id, version]));
  const ids = wish.type === 'order' ? wish.order : resource ? stopIdsOf(day, resource) : [];
  const { sourceApp, sourceType, jobNo, taskNo } = wish.type === 'add' ? wish.task : NO_TASK;
  return {
    start: day.start,
    end: day.end,
    stops: ids.flatMap((appointmentId) => {
      const version = versions.get(appointmentId);
      return version === undefined ? [] : [{ appointmentId, version }];
    }),
    overtimeMinutes,
    optimize: wish.type === 'optimise',
    ...(wish.type === 'add' ? { task: { sourceApp, sourceType, jobNo, taskNo } } : {}),
  };
}

const NO_TASK = { sourceApp: '', sourceType: '', jobNo: '', taskNo: '' };

/** The list with one element moved to another index. */
export function moved<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const others = list.filter((_, i) => i !== from);
  const one = list[from];
  return one === undefined ? list : [...others.slice(0, to), one, ...others.slice(to)];
}
