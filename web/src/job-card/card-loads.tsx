import { areaTexts } from '../i18n/area-texts.ts';
import { useLocale } from '../i18n/language.ts';
import { Part } from './part.tsx';
import type { JobCardAnswer } from './query.ts';

const useLoadTexts = areaTexts({
  en: { loads: 'Loads' },
  nl: { loads: 'Lading' },
  de: { loads: 'Ladung' },
  fr: { loads: 'Charge' },
});

/** What a visit takes of the capacities of its resource. */
export function Loads({ card: { loads } }: { card: JobCardAnswer }) {
  const texts = useLoadTexts();
  const { locale } = useLocale();
  if (loads.length === 0) return null;
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 6 });
  return (
    <Part title={texts.loads}>
      <ul>
        {loads.map(({ name, quantity }) => (
          <li key={name} dir="auto">
            {number.format(quantity)} {name}
          </li>
        ))}
      </ul>
    </Part>
  );
}
