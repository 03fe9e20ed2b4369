import { useLocale } from '../i18n/language.ts';
import { useCaptions } from '../kit/use-captions.ts';
import { labelOf } from './labels.ts';

/** Labels of fields: the caption of the tenant, else the usual one. */
export function useLabel(): (field: string) => string {
  const { language } = useLocale();
  const caption = useCaptions();
  return (field) => caption(field, labelOf(field, language) ?? field);
}
