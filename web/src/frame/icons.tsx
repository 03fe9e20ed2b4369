/** Inline, one stroke width, drawn on 20 by 20: no font and no request. */
const paths = {
  planning: 'M3 5h14M3 10h9M8 15h9M5 3v4M12 8v4M15 13v4',
  map: 'M3 5l5-2 4 2 5-2v12l-5 2-4-2-5 2zM8 3v12M12 5v12',
  timesheets: 'M10 3a7 7 0 1 0 0 14a7 7 0 1 0 0-14M10 6v4l3 2',
  absences: 'M4 5h12v11H4zM4 8.5h12M7 3v3M13 3v3M8 11l4 3M12 11l-4 3',
  optimization: 'M4 16l4-5 3 2 5-8M12 5h4v4',
  recurring: 'M4 10a6 6 0 0 1 10-4l2 2M16 4v4h-4M16 10a6 6 0 0 1-10 4l-2-2M4 16v-4h4',
  administration: 'M4 5h12M4 10h12M4 15h12M7 3.5v3M13 8.5v3M8 13.5v3',
  gettingStarted: 'M4 16V5a2 2 0 0 1 2-2h10v11H6a2 2 0 0 0-2 2zm0 0a2 2 0 0 0 2 2h10M8 7h5',
  add: 'M10 4v12M4 10h12',
  edit: 'M4 16l1-4 8-8 3 3-8 8z',
  play: 'M6 4l10 6-10 6z',
  pause: 'M7 4v12M13 4v12',
  lookBack: 'M3 4v4h4M3.5 8a7 7 0 1 1-.4 3M10 6v4l3 2',
  stop: 'M5 5h10v10H5z',
  download: 'M10 3v9M6 9l4 4 4-4M4 17h12',
  upload: 'M10 13V4M6 8l4-4 4 4M4 17h12',
  previous: 'M12 4l-6 6 6 6',
  next: 'M8 4l6 6-6 6',
  search: 'M9 4a5 5 0 1 0 0 10a5 5 0 1 0 0-10M13 13l4 4',
  columns: 'M3 4h14v12H3zM8 4v12M13 4v12',
  options: 'M3 6h8M15 6h2M3 14h2M9 14h8M13 4v4M7 12v4',
  star: 'M10 3l2.2 4.5 5 .7-3.6 3.5.8 5L10 14.4l-4.4 2.3.8-5L2.8 8.2l5-.7z',
  starred: 'M10 3l2.2 4.5 5 .7-3.6 3.5.8 5L10 14.4l-4.4 2.3.8-5L2.8 8.2l5-.7zM10 6v6M8 8.5h4M8.5 10.5h3',
  print: 'M6 8V3h8v5M6 14H4V8h12v6h-2M6 12h8v5H6z',
  undo: 'M7 4L3 8l4 4M3 8h9a5 5 0 0 1 0 9H9',
  redo: 'M13 4l4 4-4 4M17 8H8a5 5 0 0 0 0 9h3',
  fit: 'M3 10h14M6 7l-3 3 3 3M14 7l3 3-3 3',
  close: 'M5 5l10 10M15 5L5 15',
  lock: 'M5 9h10v8H5zM7 9V6.5a3 3 0 0 1 6 0V9',
  unlock: 'M5 9h10v8H5zM7 9V6.5a3 3 0 0 1 6-1',
  copy: 'M7 7h10v10H7zM3 13V3h10',
  split: 'M10 3v14M3 7h4v6H3zM13 7h4v6h-4z',
  grip: 'M4 7h12M4 13h12',
  calendar: 'M3 5h14v12H3zM3 9h14M7 3v4M13 3v4',
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
