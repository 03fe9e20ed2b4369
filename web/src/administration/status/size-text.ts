const UNITS = ['megabyte', 'gigabyte', 'terabyte'] as const;

/** `340 MB` or `2.4 GB`, as the language writes it. */
export function sizeText(bytes: number, locale: string): string {
  const at = bytes >= 1e12 ? 2 : bytes >= 1e9 ? 1 : 0;
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: UNITS[at],
    maximumFractionDigits: at === 0 ? 0 : 1,
  }).format(bytes / 1e6 / 1000 ** at);
}
