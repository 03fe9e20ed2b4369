import { createContext, useContext } from 'react';
import { en, type Texts } from './en.ts';

export const languages = { en: 'English', nl: 'Nederlands', de: 'Deutsch', fr: 'Français' } as const;
export type Language = keyof typeof languages;

const isLanguage = (code: string): code is Language => code in languages;

/** The user's language, else the first supported one of the browser, else English. */
export function languageOf(own: string | null | undefined, wanted: readonly string[]): Language {
  const codes = [own ?? '', ...wanted].map((code) => code.slice(0, 2).toLowerCase());
  return codes.find(isLanguage) ?? 'en';
}

/** English is bundled; other languages are loaded on demand. */
export async function textsIn(language: Language): Promise<Texts> {
  switch (language) {
    case 'nl':
      return (await import('./nl.ts')).nl;
    case 'de':
      return (await import('./de.ts')).de;
    case 'fr':
      return (await import('./fr.ts')).fr;
    case 'en':
      return en;
  }
}

export interface Locale {
  readonly language: Language;
  /** The locale of dates: that of the browser if it has the same language. */
  readonly locale: string;
  readonly texts: Texts;
  setLanguage(language: Language): void;
}

export const LocaleContext = createContext<Locale>({
  language: 'en',
  locale: 'en-GB',
  texts: en,
  setLanguage: () => {},
});
export const useTexts = (): Texts => useContext(LocaleContext).texts;
export const useLocale = (): Locale => useContext(LocaleContext);

const USUAL: Readonly<Record<Language, string>> = { en: 'en-GB', nl: 'nl-BE', de: 'de-DE', fr: 'fr-FR' };
export const localeOf = (language: Language, wanted: readonly string[]): string =>
  wanted.find((code) => code.length > 2 && code.slice(0, 2).toLowerCase() === language) ?? USUAL[language];
