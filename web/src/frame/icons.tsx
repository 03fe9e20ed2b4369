/** Inline, one stroke width, drawn on 20 by 20: no font and no request. */
const paths = {
  planning: 'M3 5h14M3 10h9M8 15h9M5 3v4M12 8v4M15 13v4',
  previous: 'M12 4l-6 6 6 6',
  next: 'M8 4l6 6-6 6',
  search: 'M9 4a5 5 0 1 0 0 10a5 5 0 1 0 0-10M13 13l4 4',
  options: 'M3 6h8M15 6h2M3 14h2M9 14h8M13 4v4M7 12v4',
  print: 'M6 8V3h8v5M6 14H4V8h12v6h-2M6 12h8v5H6z',
  undo: 'M7 4L3 8l4 4M3 8h9a5 5 0 0 1 0 9H9',
  fit: 'M3 10h14M6 7l-3 3 3 3M14 7l3 3-3 3',
  close: 'M5 5l10 10M15 5L5 15',
  lock: 'M5 9h10v8H5zM7 9V6.5a3 3 0 0 1 6 0V9',
  unlock: 'M5 9h10v8H5zM7 9V6.5a3 3 0 0 1 6-1',
  copy: 'M7 7h10v10H7zM3 13V3h10',
  split: 'M10 3v14M3 7h4v6H3zM13 7h4v6h-4z',
  remove: 'M4 6h12M8 6V4h4v2M6 6l1 11h6l1-11',
} as const;

export type IconName = keyof typeof paths;

export const Icon = ({ name, size = 18 }: { name: IconName; size?: number }) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 20 20"
    fill="none"
    stroke="currentColor"
    strokeWidth={1.6}
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d={paths[name]} />
  </svg>
);
