import { useCallback, useSyncExternalStore } from 'react';
import { ApiError, type Failure } from '../api/client.ts';
import { NoConnection } from '../api/retry.ts';
import { clockText } from '../dates/clock-text.ts';
import { worded } from '../dates/worded.ts';
import { browserZone } from '../dates/zone.ts';
import { type Language, useLocale } from '../i18n/language.ts';
import { filled, type Templates } from './templates.ts';
import { useFailureTexts } from './texts.ts';

const templatesIn: Readonly<Record<Exclude<Language, 'en'>, () => Promise<Templates>>> = {
  nl: () => import('./nl.ts').then(({ nl, nlReasons }) => ({ ...nl, ...nlReasons })),
  de: () => import('./de.ts').then(({ de, deReasons }) => ({ ...de, ...deReasons })),
  fr: () => import('./fr.ts').then(({ fr, frReasons }) => ({ ...fr, ...frReasons })),
};

/** A later change, or a rule, that an undo conflicts with. */
export type UndoConflict = NonNullable<Failure['conflicts']>[number];

const loaded = new Map<Language, Templates>();
const listeners = new Set<() => void>();

/** Loaded when a page is open, because the connection may be missing when an error occurs. */
function load(language: Language): void {
  if (language === 'en' || loaded.has(language)) return;
  loaded.set(language, {});
  templatesIn[language]().then(
    (templates) => {
      loaded.set(language, templates);
      for (const listener of listeners) listener();
    },
    () => loaded.delete(language),
  );
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** The part of a failure that has the message: the first rejected call of a batch, else the failure itself. */
const shownOf = (failure: Partial<Failure>) => {
  const result = failure.results?.find(({ message }) => message);
  return result?.code === undefined
    ? { ...failure, code: failure.Code, message: failure.Description }
    : { ...result, code: result.code };
};

/** Mon 1 Jun 2026, 14:30. Pages before the sign-in know no zone but that of the browser. */
const momentIn = (locale: string, instant: number, zone = browserZone()): string =>
  `${worded('shortDate', locale, instant, zone)}, ${clockText(zone, instant)}`;

function useTemplates(language: Language): Templates | undefined {
  load(language);
  return useSyncExternalStore(subscribe, () => loaded.get(language));
}

/** Why a change cannot be undone, in the user's language. */
export function useReasonText(): (conflict: UndoConflict) => string {
  const { language } = useLocale();
  const templates = useTemplates(language);
  return useCallback(
    ({ code, parameters, reason }) => (templates && filled(templates, code, parameters, String)) ?? reason,
    [templates],
  );
}

/** The message of an error in the user's language, without technical terms. A fault of the service has the request id to quote. */
export function useErrorMessage(): (error: unknown) => string {
  const { language, locale } = useLocale();
  const texts = useFailureTexts();
  const templates = useTemplates(language);
  return useCallback(
    (error: unknown): string => {
      if (error instanceof NoConnection) return texts.noConnection;
      if (!(error instanceof ApiError)) return texts.unexpected;
      const { failure, status } = error;
      const { code = '', message, parameter, parameters } = shownOf(failure);
      const moment = (instant: string): string => momentIn(locale, Date.parse(instant));
      const { requestId } = failure;
      const translated = templates && filled(templates, code, { parameter, ...parameters, requestId }, moment);
      if (translated !== undefined) return translated;
      if (status < 500) return message || texts.refused;
      return requestId === undefined ? texts.fault : `${texts.fault} ${texts.requestId(requestId)}`;
    },
    [templates, texts, locale],
  );
}
