import type { ResourceDay } from '../model.ts';

/** Breaks that float in a window, of each route in order. Those of route r stand from r * most on. */
export interface Breaks {
  /** The most that a route has: 0 where nobody has any. */
  readonly most: number;
  readonly count: Int32Array;
  readonly duration: Int32Array;
  /** The first and the last moment at which each can start. */
  readonly from: Int32Array;
  readonly till: Int32Array;
}

export function breaksOf(days: readonly ResourceDay[], origin: number): Breaks {
  const most = days.reduce((longest, { breaks }) => Math.max(longest, breaks?.length ?? 0), 0);
  const each = days.flatMap(({ breaks }) => Array.from({ length: most }, (_, no) => breaks?.[no]));
  return {
    most,
    count: Int32Array.from(days, ({ breaks }) => breaks?.length ?? 0),
    duration: Int32Array.from(each, (own) => own?.duration ?? 0),
    from: Int32Array.from(each, (own) => (own ? own.window.start - origin : 0)),
    till: Int32Array.from(each, (own) => (own ? own.window.end - own.duration - origin : 0)),
  };
}
