import { useCallback } from 'react';
import type { ImportField } from '../../api/import-kinds.ts';
import { useLocale } from '../../i18n/language.ts';
import { useCaptions } from '../../kit/use-captions.ts';
import { fieldNames } from './field-names.ts';

/** The name of a field: the caption of the tenant, else the usual one of the language, else its parameter. */
export function useFieldLabel(): (field: Pick<ImportField, 'param' | 'property'>) => string {
  const { language } = useLocale();
  const caption = useCaptions();
  return useCallback(
    ({ param, property }) => caption(property, fieldNames[language][param] ?? param),
    [caption, language],
  );
}
