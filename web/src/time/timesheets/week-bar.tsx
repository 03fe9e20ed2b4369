import { ActionIcon, Button } from '@mantine/core';
import { formatIn } from '../../dates/format.ts';
import { addDays, weekOf } from '../../dates/zone.ts';
import { Icon } from '../../frame/icons.tsx';
import { useLocale } from '../../i18n/language.ts';
import type { Days } from '../../offline/merge.ts';

interface Props {
  readonly days: Days;
  readonly today: string;
  onGo(date: string): void;
}

/** The week that is shown, and buttons for the previous and next week. */
export function WeekBar({ days, today, onGo }: Props) {
  const { texts, locale } = useLocale();
  const format = formatIn('UTC', locale);
  return (
    <div className="ts-week">
      <ActionIcon variant="default" size="lg" aria-label={texts.previous} onClick={() => onGo(addDays(days.start, -7))}>
        <Icon name="previous" />
      </ActionIcon>
      <span className="ts-week-name">
        <strong>{texts.weekOf(weekOf(days.start))}</strong>
        <small>
          {format.day(days.start)} – {format.day(addDays(days.end, -1))}
        </small>
      </span>
      <ActionIcon variant="default" size="lg" aria-label={texts.next} onClick={() => onGo(days.end)}>
        <Icon name="next" />
      </ActionIcon>
      <Button variant="default" size="sm" onClick={() => onGo(today)}>
        {texts.today}
      </Button>
    </div>
  );
}
