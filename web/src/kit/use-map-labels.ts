import { useMemo } from 'react';
import { areaTexts } from '../i18n/area-texts.ts';
import { useLocale } from '../i18n/language.ts';
import type { MapLabels, Travel } from '../map-view/scene.ts';
import { useFormat } from './use-format.ts';

export const useMapPaneTexts = areaTexts({
  en: {
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    many: (count: number) => `${count} close together; click to zoom in`,
    openTask: (what: string) => `Open task: ${what}`,
    atHome: (who: string) => `${who}, at home`,
    seenAt: (who: string, when: string) => `${who}, last seen at ${when}`,
  },
  nl: {
    zoomIn: 'Inzoomen',
    zoomOut: 'Uitzoomen',
    many: (count) => `${count} dicht bij elkaar; klik om in te zoomen`,
    openTask: (what) => `Open taak: ${what}`,
    atHome: (who) => `${who}, thuis`,
    seenAt: (who, when) => `${who}, laatst gezien om ${when}`,
  },
  de: {
    zoomIn: 'Vergrößern',
    zoomOut: 'Verkleinern',
    many: (count) => `${count} dicht beieinander; zum Vergrößern klicken`,
    openTask: (what) => `Offene Aufgabe: ${what}`,
    atHome: (who) => `${who}, zu Hause`,
    seenAt: (who, when) => `${who}, zuletzt gesehen um ${when}`,
  },
  fr: {
    zoomIn: 'Zoom avant',
    zoomOut: 'Zoom arrière',
    many: (count) => `${count} proches les uns des autres ; cliquez pour agrandir`,
    openTask: (what) => `Tâche ouverte : ${what}`,
    atHome: (who) => `${who}, à domicile`,
    seenAt: (who, when) => `${who}, vu pour la dernière fois à ${when}`,
  },
});

/** Titles can be very long. */
const LONGEST = 160;
const joined = (...parts: (string | null | undefined)[]): string =>
  parts
    .filter((part) => part)
    .join(', ')
    .slice(0, LONGEST);

/** Labels of pins and routes in the language of the user. */
export function useMapLabels(): MapLabels {
  const texts = useMapPaneTexts();
  const format = useFormat();
  const { locale } = useLocale();
  return useMemo(() => {
    const unit = (name: string, digits: number): Intl.NumberFormat =>
      new Intl.NumberFormat(locale, { style: 'unit', unit: name, maximumFractionDigits: digits });
    const [near, far, minutes] = [unit('kilometer', 1), unit('kilometer', 0), unit('minute', 0)];
    const travel = ({ metres, seconds }: Travel): string => {
      const km = metres / 1000;
      const time = seconds < 3600 ? minutes.format(Math.round(seconds / 60)) : `${format.hours(seconds)} h`;
      return `${(km < 10 ? near : far).format(km)} · ${time}`;
    };
    return {
      travel,
      task: ({ subject, customerName }) => texts.openTask(joined(subject, customerName)),
      visit: ({ start, end, subject, customerName, jobNo }, number) =>
        joined(
          `${number === undefined ? '' : `${number}. `}${format.clock(start)}–${format.clock(end)} ${subject ?? jobNo}`,
          customerName,
        ),
      resource: ({ name, seen }) =>
        seen ? texts.seenAt(name.slice(0, LONGEST), format.clock(seen.at)) : texts.atHome(name.slice(0, LONGEST)),
    };
  }, [texts, format, locale]);
}
