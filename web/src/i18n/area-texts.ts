import { type Language, useLocale } from './language.ts';

/**
 * The texts of one part of the application, in all languages, as a hook. They are loaded with the page that shows them. A missing
 * translation does not compile.
 */
export const areaTexts =
  <T>(texts: { readonly en: T } & Readonly<Record<Exclude<Language, 'en'>, NoInfer<T>>>) =>
  (): T =>
    texts[useLocale().language];
