import { type ReactNode, useState } from 'react';
import { useTexts } from '../../i18n/language.ts';
import { useConfirm } from '../../kit/use-confirm.tsx';
import type { Action, EntryStatus, Task, TaskKey, Timesheet } from '../../offline/action.ts';
import type { Device } from '../../offline/device.ts';
import type { ShownEntry } from '../../offline/merge.ts';
import { CorrectStart } from './correct-start.tsx';
import { type Draft, EntryForm } from './entry-form.tsx';
import { useTimesheetTexts } from './texts.ts';

interface Options {
  readonly resourceNo: string;
  readonly date: string;
  readonly device: Device;
  readonly entries: readonly ShownEntry[];
}

export interface EntryEditing {
  add(): void;
  edit(entry: ShownEntry): void;
  remove(entry: ShownEntry): void;
  move(entry: ShownEntry, status: EntryStatus): void;
  /** Opens the form of an action that the service refused. */
  correct(action: Action): void;
  dialogs(sheet: Timesheet, taskOf: (task: TaskKey) => Task | undefined): ReactNode;
}

/** Adds, edits, submits and deletes time entries, with the dialogs for it. */
export function useEntryEditing({ resourceNo, date, device, entries }: Options): EntryEditing {
  const common = useTexts();
  const texts = useTimesheetTexts();
  const { ask, dialog } = useConfirm();
  /** `instead` is the id of the refused action that this one replaces. */
  const [writing, setWriting] = useState<{ readonly draft: Draft; readonly instead?: string }>();
  const [correcting, setCorrecting] = useState<Action>();
  return {
    add: () => setWriting({ draft: { date, task: undefined, durationInSeconds: undefined, description: '' } }),
    edit({ timeEntryId, version, task, durationInSeconds, description, date: of }) {
      if (timeEntryId === null) return;
      const draft = { date: of, task, durationInSeconds, description: description ?? '' };
      setWriting({ draft: { ...draft, known: { timeEntryId, version } } });
    },
    remove({ timeEntryId }) {
      if (timeEntryId === null) return;
      const act = (): void => void device.act(resourceNo, { kind: 'remove', timeEntryId });
      ask({ title: texts.removeAsk, body: texts.removeBody, yes: common.remove, act });
    },
    move({ timeEntryId }, status) {
      if (timeEntryId !== null) void device.act(resourceNo, { kind: 'move', timeEntryId, status });
    },
    correct(action) {
      const { id, deed: details } = action;
      if (details.kind === 'start') setCorrecting(action);
      if (details.kind === 'add') setWriting({ draft: details, instead: id });
      if (details.kind === 'edit') {
        const entry = entries.find(({ timeEntryId }) => timeEntryId === details.timeEntryId);
        // With the version that is shown now: somebody else may have changed the entry.
        const known = { timeEntryId: details.timeEntryId, version: entry?.version ?? details.version };
        setWriting({ draft: { ...details, date, task: entry?.task, known }, instead: id });
      }
    },
    dialogs: (sheet, taskOf) => (
      <>
        {writing && (
          <EntryForm
            {...{ draft: writing.draft, sheet, taskOf }}
            onClose={() => setWriting(undefined)}
            onSave={(details) =>
              void (writing.instead === undefined
                ? device.act(resourceNo, details)
                : device.again(writing.instead, details))
            }
          />
        )}
        {correcting?.deed.kind === 'start' && (
          <CorrectStart
            start={correcting.deed}
            sheet={sheet}
            onClose={() => setCorrecting(undefined)}
            onSave={(start) => void device.again(correcting.id, start)}
          />
        )}
        {dialog}
      </>
    ),
  };
}
