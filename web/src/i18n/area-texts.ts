import { type Language, useLocale } from './language.ts';

/**
 * The texts of one part of the application, in all languages side by side, as a hook. They come with the page that shows them. A text
 * that a language lacks does not compile.
 */
export const areaTexts =
  <T>(texts: { readonly en: T } & Readonly<Record<Exclude<Language, 'en'>, NoInfer<T>>>) =>
  (): T =>
    texts[useLocale().language];
