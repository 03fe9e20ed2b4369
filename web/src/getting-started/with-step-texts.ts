import type { Step } from './step.tsx';

/** Steps in one language: the texts, and the parts that are the same in every language. */
export const withStepTexts =
  (parts: readonly Omit<Step, 'title' | 'text'>[]) =>
  (texts: readonly (readonly [title: string, text: string])[]): readonly Step[] =>
    texts.map(([title, text], i) => ({ title, text, ...parts[i] }));
