const UNITS = ['byte', 'kilobyte', 'megabyte'] as const;

/** `340 kB` or `2.4 MB`, as the language writes it. */
export function sizeText(bytes: number, locale: string): string {
  const at = bytes >= 1_000_000 ? 2 : bytes >= 1000 ? 1 : 0;
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: UNITS[at],
    maximumFractionDigits: at === 2 ? 1 : 0,
  }).format(bytes / 1000 ** at);
}
