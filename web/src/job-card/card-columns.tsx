import type { ReactNode } from 'react';
import { formatIn } from '../dates/format.ts';
import { useLocale } from '../i18n/language.ts';
import { useCaptions } from '../kit/use-captions.ts';
import { useFormat } from '../kit/use-format.ts';
import { BOOLEAN, DATE, inputValue } from './field-values.ts';
import { Part } from './part.tsx';
import type { AppointmentField, JobCardAnswer } from './query.ts';
import { type JobCardTexts, useJobCardTexts } from './texts.ts';

type Column = JobCardAnswer['details'][number];

/** Free fields are numbered: Free text 3. */
function usualName(name: string, { names }: JobCardTexts): string {
  const [, stem = name, number = ''] = /^(free[A-Z][a-z]+)(\d+)$/.exec(name) ?? [];
  return number === '' ? (names[name] ?? name) : `${names[stem] ?? stem} ${number}`;
}

/** Names and values, each name as the tenant calls it. */
export function Columns({ title, columns }: { readonly title: string; readonly columns: readonly Column[] }) {
  const texts = useJobCardTexts();
  const caption = useCaptions();
  const format = useFormat();
  const { locale } = useLocale();
  const shown = ({ kind, value }: Column): string => {
    if (kind === 'boolean') return value ? texts.yes : texts.no;
    if (kind === 'moment') return format.moment(String(value));
    // A date has no time zone.
    if (kind === 'date') return formatIn('UTC', locale).date(String(value));
    if (kind === 'number') return new Intl.NumberFormat(locale, { maximumFractionDigits: 6 }).format(Number(value));
    return String(value).slice(0, 1000);
  };
  if (columns.length === 0) return null;
  return (
    <Part title={title}>
      <dl>
        {columns.map((column) => (
          <Fact key={`${column.of} ${column.name}`} name={caption(column.name, usualName(column.name, texts))}>
            {shown(column)}
          </Fact>
        ))}
      </dl>
    </Part>
  );
}

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd dir="auto">{children}</dd>
  </div>
);

/** How a field is called. */
export const useFieldCaption = (): ((field: AppointmentField) => string) => {
  const caption = useCaptions();
  return ({ code, caption: own }) => caption(code, own ?? code);
};

/** The values of the appointment's fields, where they are not edited. */
export function FieldValues({ card: { fields } }: { card: JobCardAnswer }) {
  const texts = useJobCardTexts();
  const captionOf = useFieldCaption();
  const { locale } = useLocale();
  const filled = fields.filter(({ value }) => value !== null);
  if (filled.length === 0) return null;
  const shown = (field: AppointmentField): string => {
    const value = inputValue(field);
    if (field.type === BOOLEAN) return value === 'true' ? texts.yes : texts.no;
    const date = field.type === DATE ? Date.parse(value) : Number.NaN;
    return Number.isNaN(date) ? value.slice(0, 1000) : formatIn('UTC', locale).date(date);
  };
  return (
    <Part title={texts.fields}>
      <dl>
        {filled.map((field) => (
          <Fact key={field.code} name={captionOf(field)}>
            {shown(field)}
          </Fact>
        ))}
      </dl>
    </Part>
  );
}
