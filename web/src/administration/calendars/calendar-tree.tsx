import { Badge } from '@mantine/core';
import { type Calendar, nameOf, treeOf } from './calendar.ts';
import { useCalendarTexts } from './texts.ts';

interface Props {
  readonly calendars: readonly Calendar[];
  readonly chosen: string | undefined;
  choose(code: string): void;
}

/** Calendars under their parents. */
export function CalendarTree({ calendars, chosen, choose }: Props) {
  const texts = useCalendarTexts();
  return (
    <ul className="calendar-tree">
      {treeOf(calendars).map(({ calendar, depth }) => (
        <li key={calendar.code} style={{ paddingLeft: depth * 16 }}>
          <button
            type="button"
            aria-current={calendar.code === chosen}
            onClick={() => choose(calendar.code)}
            title={calendar.code}
          >
            <span>{nameOf(calendar)}</span>
            {calendar.default && (
              <Badge size="xs" variant="light" tt="none">
                {texts.default}
              </Badge>
            )}
          </button>
        </li>
      ))}
    </ul>
  );
}
