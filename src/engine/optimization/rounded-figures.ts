import type { Figures } from '../routing/check/figures.ts';

export const inHundredths = (value: number): number => Math.round(value * 100) / 100;

/** Figures as they are stored and shown. */
export const roundedFigures = (figures: Figures): Figures =>
  Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, inHundredths(value)])) as unknown as Figures;
