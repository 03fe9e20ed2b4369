import { useLocale } from '../i18n/language.ts';
import { numberText } from '../i18n/number-text.ts';
import { useFormat } from '../kit/use-format.ts';
import { fieldsOf, isSeconds } from './fields.ts';
import type { Kind } from './kinds.ts';
import { choiceLabel } from './labels.ts';
import type { Row } from './record.ts';
import { useMasterDataTexts } from './texts.ts';

/** The value of a field of a record as lists show it. */
export function useShownValue({ entity }: Pick<Kind, 'entity'>): (row: Row, field: string) => string {
  const { locale, language } = useLocale();
  const format = useFormat();
  const texts = useMasterDataTexts();
  const specs = new Map(fieldsOf(entity).map((spec) => [spec.name, spec]));
  return (row, name) => {
    const spec = specs.get(name);
    const value = row[name];
    if (!spec || value === null || value === undefined || value === '') return '';
    if (typeof value === 'boolean') return value ? texts.yes : texts.no;
    if (spec.kind === 'instant') return format.moment(Date.parse(String(value)));
    if (spec.choices) return choiceLabel(spec.choices[Number(value)] ?? '', language) ?? String(value);
    if (typeof value === 'number') return numberText(locale, isSeconds(spec) ? value / 60 : value, 3);
    return String(value);
  };
}
