import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import type { Schemas } from '../../api/schema.ts';
import { Icon } from '../../frame/icons.tsx';
import { Card, Page } from '../../kit/page.tsx';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { useConfirm } from '../../kit/use-confirm.tsx';
import { useNotify } from '../../kit/use-notify.ts';
import { backOfficeOf } from '../record-editor/record-kind.ts';
import { useEditorTexts } from '../record-editor/texts.ts';
import { useAdministrationTexts } from '../texts.ts';
import { Assignments } from './assignments.tsx';
import { type Calendar, nameOf, parentsOf } from './calendar.ts';
import { CalendarForm } from './calendar-form.tsx';
import { CalendarTree } from './calendar-tree.tsx';
import { Holidays } from './holidays.tsx';
import { Overrides } from './overrides.tsx';
import { useCalendarTexts } from './texts.ts';
import { calendarsQuery } from './use-calendar.ts';
import { WeekPreview } from './week-preview.tsx';
import { WorkingHours } from './working-hours.tsx';
import './calendars.css';

/** All calendars as a tree, and beside it everything about the one that was chosen. */
export function Section() {
  const texts = useCalendarTexts();
  const { sections } = useAdministrationTexts();
  const notify = useNotify();
  const confirm = useConfirm();
  const queries = useQueryClient();
  const query = useQuery(calendarsQuery);
  const [code, setCode] = useState<string>();
  const [editing, setEditing] = useState<{ calendar: Calendar | undefined }>();
  const readAgain = () => queries.invalidateQueries({ queryKey: ['administration'] });
  const save = async (body: Schemas['CalendarWrite'], version: number | undefined): Promise<void> => {
    await api.post('/calendar', { body, version });
    await readAgain();
    if (body.code) setCode(body.code);
    notify.success(texts.saved);
  };
  const remove = useMutation({
    mutationFn: (calendar: Calendar) => api.delete('/calendar', { body: { code: calendar.code } }),
    onError: notify.error,
    onSuccess: async () => {
      setCode(undefined);
      await readAgain();
    },
  });
  const askToRemove = (calendar: Calendar): void =>
    confirm.ask({
      title: texts.removeQuestion(nameOf(calendar)),
      body: texts.removeHint,
      yes: texts.removeOf(nameOf(calendar)),
      act: () => remove.mutate(calendar),
    });
  return (
    <Page
      title={sections.calendars}
      hint={texts.hint}
      actions={
        <Button
          size="xs"
          leftSection={<Icon name="add" size={14} />}
          onClick={() => setEditing({ calendar: undefined })}
        >
          {texts.add}
        </Button>
      }
    >
      <QueryBoundary query={query}>
        {(calendars) => {
          const chosen =
            calendars.find((each) => each.code === code) ?? calendars.find((each) => each.default) ?? calendars[0];
          return (
            <div className="calendar-panes">
              <Card title={texts.tree}>
                {calendars.length === 0 ? (
                  <div className="kit-note">{texts.empty}</div>
                ) : (
                  <CalendarTree calendars={calendars} chosen={chosen?.code} choose={setCode} />
                )}
              </Card>
              {chosen && (
                <div className="calendar-chosen">
                  <Head
                    calendar={chosen}
                    calendars={calendars}
                    edit={() => setEditing({ calendar: chosen })}
                    remove={() => askToRemove(chosen)}
                  />
                  <WeekPreview calendar={chosen} />
                  <WorkingHours key={`${chosen.code} ${chosen.version}`} calendar={chosen} calendars={calendars} />
                  <Holidays calendar={chosen} calendars={calendars} />
                  <Overrides calendar={chosen} calendars={calendars} />
                  <Assignments calendar={chosen} />
                </div>
              )}
              {editing && (
                <CalendarForm
                  calendar={editing.calendar}
                  calendars={calendars}
                  save={save}
                  close={() => setEditing(undefined)}
                />
              )}
            </div>
          );
        }}
      </QueryBoundary>
      {confirm.dialog}
    </Page>
  );
}

interface HeadProps {
  readonly calendar: Calendar;
  readonly calendars: readonly Calendar[];
  edit(): void;
  remove(): void;
}

function Head({ calendar, calendars, edit, remove }: HeadProps) {
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
