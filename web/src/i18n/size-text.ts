const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** `340 kB`, `2.4 MB` or `850 GB`, as the language writes it. */
export function sizeText(bytes: number, locale: string): string {
  const at = Math.max(
    0,
    UNITS.findLastIndex((_, power) => bytes >= 1000 ** power),
  );
  const size = bytes / 1000 ** at;
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: UNITS[at],
    maximumFractionDigits: at > 1 && size < 100 ? 1 : 0,
  }).format(size);
}
