import { Button } from '@mantine/core';
import { backOfficeOf } from '../record-editor/record-kind.ts';
import { useEditorTexts } from '../record-editor/texts.ts';
import { Assignments } from './assignments.tsx';
import { type Calendar, nameOf, parentsOf } from './calendar.ts';
import { Holidays } from './holidays.tsx';
import { Overrides } from './overrides.tsx';
import { useCalendarTexts } from './texts.ts';
import { WeekPreview } from './week-preview.tsx';
import { WorkingHours } from './working-hours.tsx';

interface Props {
  readonly calendar: Calendar;
  readonly calendars: readonly Calendar[];
  edit(): void;
  remove(): void;
}

/** A calendar: a week of its working time, and the rules that lead to it. */
export function CalendarDetails(props: Props) {
  const { calendar, calendars } = props;
  return (
    <div className="calendar-chosen">
      <Head {...props} />
      <WeekPreview calendar={calendar} />
      <WorkingHours key={`${calendar.code} ${calendar.version}`} calendar={calendar} calendars={calendars} />
      <Holidays calendar={calendar} calendars={calendars} />
      <Overrides calendar={calendar} calendars={calendars} />
      <Assignments calendar={calendar} />
    </div>
  );
}

function Head({ calendar, calendars, edit, remove }: Props) {
  const texts = useCalendarTexts();
  const editor = useEditorTexts();
  const parents = parentsOf(calendars, calendar);
  const owner = backOfficeOf(calendar);
  return (
    <header className="calendar-head">
      <div>
        <h2>{nameOf(calendar)}</h2>
        <p>
          {[
            calendar.code,
            ...(calendar.default ? [texts.default] : []),
            parents.length > 0 ? texts.below(parents.map(nameOf).join(' › ')) : texts.noParent,
          ].join(' · ')}
        </p>
        {owner && <p>{editor.owned(owner)}</p>}
      </div>
      <div className="kit-actions">
        <Button size="compact-sm" variant="default" onClick={edit}>
          {texts.edit}
        </Button>
        <Button size="compact-sm" variant="default" onClick={remove}>
          {texts.remove}
        </Button>
      </div>
    </header>
  );
}
