/** A number as it is written in a locale: 1,234.5. */
export const numberText = (locale: string, value: number, digits = 0, sign: 'auto' | 'exceptZero' = 'auto'): string =>
  new Intl.NumberFormat(locale, { maximumFractionDigits: digits, signDisplay: sign }).format(value);
