import type { Step } from './step.tsx';

/** Steps in one language: the texts, and the parts that are the same in every language. */
export const withStepTexts =
  (parts: readonly Omit<Step, 'title' | 'text'>[]) =>
  (words: readonly (readonly [title: string, text: string])[]): readonly Step[] =>
    words.map(([title, text], i) => ({ title, text, ...parts[i] }));
