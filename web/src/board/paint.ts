import './board.css';
import { inkOn } from './contrast.ts';
import type { Bar } from './types.ts';

/**
 * The appearance of a bar, all on one element: icons, stripes and hatching are background layers. Ten thousand bars would otherwise need
 * fifty thousand elements.
 */
export interface Paint {
  readonly className: string;
  /** Set as one text: separate declarations cost more than the bar itself. */
  readonly css: string;
  /** Width in px that the text cannot use. */
  readonly taken: number;
}

const SIGNS = {
  lock: '<path d="M3 5.5h6V11H3zM4.3 5.5V3.8a1.7 1.7 0 0 1 3.4 0v1.7" fill="none" stroke="INK" stroke-width="1.3"/>',
  people:
    '<circle cx="4.2" cy="4" r="1.8" fill="INK"/><circle cx="8.4" cy="4.6" r="1.5" fill="INK"/><path d="M1 10.5c0-4 6.4-4 6.4 0zM8 10.5c0-1.5-.3-2.4-.9-3C9 6.600 11.300 7.600 11.300 10.500z" fill="INK"/>',
  warning:
    '<path d="M6 1l5.500 10H.5z" fill="INK"/><path d="M6 4.500v3.200M6 8.800v1.100" stroke="GROUND" stroke-width="1.300"/>',
  error:
    '<circle cx="6" cy="6" r="5.300" fill="INK"/><path d="M6 3v3.600M6 8v1.300" stroke="GROUND" stroke-width="1.500"/>',
  important: '<path d="M6 1v6.500M6 9.300v2" stroke="INK" stroke-width="2.200"/>',
} as const;
type Sign = keyof typeof SIGNS;

const STRIPS = ['var(--strip-0)', 'var(--strip-1)', 'var(--strip-2)'] as const;
const SIGN_PX = 12;

const url = (sign: Sign, ink: string, ground: string): string => {
  const drawing = SIGNS[sign].replaceAll('INK', ink).replaceAll('GROUND', ground);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 12 12">${drawing}</svg>`;
  return `url("data:image/svg+xml,${encodeURIComponent(svg)}")`;
};

interface Layer {
  readonly image: string;
  readonly position: string;
  readonly size: string;
  readonly repeat: string;
}

const paints = new Map<string, Paint>();

/** The properties that a bar's appearance depends on. */
type Painted = Pick<
  Bar,
  'color' | 'markerColor' | 'notification' | 'warnings' | 'locked' | 'isImportant' | 'resources'
>;

export function paintOf(bar: Painted, isWide: boolean): Paint {
  const worst = bar.warnings.some(({ severity }) => severity === 'error')
    ? 'error'
    : bar.warnings.length > 0
      ? 'warning'
      : undefined;
  const shared = bar.resources.length > 1;
  const key = [bar.color, bar.markerColor, bar.notification, worst, bar.locked, bar.isImportant, shared, isWide].join();
  const known = paints.get(key);
  if (known) return known;
  const ink = inkOn(bar.color);
  const layers: Layer[] = [];
  const signs: (Sign | false | undefined)[] = [worst, bar.locked && 'lock', shared && 'people'];
  const after = isWide ? signs.filter((sign): sign is Sign => typeof sign === 'string') : [];
  for (const [i, sign] of after.entries())
    layers.push({
      image: url(sign, ink, bar.color),
      position: `right ${4 + i * (SIGN_PX + 3)}px center`,
      size: `${SIGN_PX}px`,
      repeat: 'no-repeat',
    });
  const before = bar.isImportant && isWide;
  if (before)
    layers.push({ image: url('important', ink, bar.color), position: '3px center', size: '11px', repeat: 'no-repeat' });
  const flat = (color: string): string => `linear-gradient(${color},${color})`;
  if (bar.markerColor)
    layers.push({ image: flat(bar.markerColor), position: 'top', size: '100% 4px', repeat: 'no-repeat' });
  if (bar.notification !== null)
    layers.push({
      image: flat(STRIPS[bar.notification] ?? STRIPS[0]),
      position: 'bottom',
      size: '100% 3px',
      repeat: 'no-repeat',
    });
  if (bar.locked)
    layers.push({
      image: 'repeating-linear-gradient(135deg,var(--bar-hatch) 0 4px,transparent 4px 9px)',
      position: '0 0',
      size: 'auto',
      repeat: 'repeat',
    });
  const background = `background:${[...layers.map(({ image, position, size, repeat }) => `${image} ${position}/${size} ${repeat}`), bar.color].join(',')}`;
  const [left, right] = isWide ? [before ? 15 : 5, after.length * (SIGN_PX + 3) + 3] : [4, 2];
  const made = {
    className: `ob-bar${worst ? ` ob-${worst}` : ''}`,
    css: `color:${ink};${background};padding-left:${left}px;`,
    taken: left + right,
  };
  paints.set(key, made);
  return made;
}

/** Non-working time of a row as one background, in px of the axis. */
export function shadeOf(dark: readonly { readonly from: number; readonly till: number }[]): string {
  if (dark.length === 0) return 'none';
  const stops: string[] = [];
  let at = 0;
  for (const { from, till } of dark) {
    if (till - from < 0.5) continue;
    stops.push(`transparent ${at}px ${from.toFixed(1)}px`, `var(--ob-off) ${from.toFixed(1)}px ${till.toFixed(1)}px`);
    at = Number(till.toFixed(1));
  }
  return stops.length === 0 ? 'none' : `linear-gradient(90deg,${stops.join(',')},transparent ${at}px)`;
}
