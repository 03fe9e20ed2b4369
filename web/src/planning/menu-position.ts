/** The menu flips where there is more room, and slides where it fits nowhere; submenus too. */
export const IN_WINDOW = {
  flip: true,
  shift: { crossAxis: true, padding: 8, limiter: { fn: ({ x, y }: { x: number; y: number }) => ({ x, y }) } },
} as const;
