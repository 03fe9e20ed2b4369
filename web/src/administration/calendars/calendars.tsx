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
import { useAdministrationTexts } from '../texts.ts';
import { type Calendar, nameOf } from './calendar.ts';
import { CalendarDetails } from './calendar-details.tsx';
import { CalendarForm } from './calendar-form.tsx';
import { CalendarTree } from './calendar-tree.tsx';
import { useCalendarTexts } from './texts.ts';
import { calendarsQuery } from './use-calendar.ts';
import './calendars.css';

/** All calendars as a tree, and beside it everything about the selected one. */
export function Section() {
  const texts = useCalendarTexts();
  const { sections } = useAdministrationTexts();
  const query = useQuery(calendarsQuery);
  const [code, setCode] = useState<string>();
  const [editing, setEditing] = useState<{ calendar: Calendar | undefined }>();
  const { save, askToRemove, dialog } = useCalendarActions(setCode);
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
                <CalendarDetails
                  calendar={chosen}
                  calendars={calendars}
                  edit={() => setEditing({ calendar: chosen })}
                  remove={() => askToRemove(chosen)}
                />
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
      {dialog}
    </Page>
  );
}

/** Saves and deletes calendars; a saved calendar is selected. */
function useCalendarActions(select: (code: string | undefined) => void) {
  const texts = useCalendarTexts();
  const notify = useNotify();
  const { ask, dialog } = useConfirm();
  const queries = useQueryClient();
  const refetch = () => queries.invalidateQueries({ queryKey: ['administration'] });
  const save = async (body: Schemas['CalendarWrite'], version: number | undefined): Promise<void> => {
    await api.post('/calendar', { body, version });
    await refetch();
    if (body.code) select(body.code);
    notify.success(texts.saved);
  };
  const remove = useMutation({
    mutationFn: (calendar: Calendar) => api.delete('/calendar', { body: { code: calendar.code } }),
    onError: notify.error,
    onSuccess: async () => {
      select(undefined);
      await refetch();
    },
  });
  const askToRemove = (calendar: Calendar): void =>
    ask({
      title: texts.removeQuestion(nameOf(calendar)),
      body: texts.removeHint,
      yes: texts.removeOf(nameOf(calendar)),
      act: () => remove.mutate(calendar),
    });
  return { save, askToRemove, dialog };
}
