import type { Step } from './step.tsx';

/** Steps in one language: their words, and what they have beside words, which is the same in every language. */
export const withStepTexts =
  (parts: readonly Omit<Step, 'title' | 'text'>[]) =>
  (words: readonly (readonly [title: string, text: string])[]): readonly Step[] =>
    words.map(([title, text], i) => ({ title, text, ...parts[i] }));
