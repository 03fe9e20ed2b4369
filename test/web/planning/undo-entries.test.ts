import { expect, test } from 'vitest';
import type { BoardStore } from '../../../web/src/planning/board-store.ts';
import { actionEntry } from '../../../web/src/planning/undo/action-name.ts';
import type { UndoTexts } from '../../../web/src/planning/undo/texts.ts';
import type { OwnAction } from '../../../web/src/planning/undo/undo-list.ts';

const store = { bar: () => undefined, data: { resources: [{ no: 'R', name: 'Rania' }] } } as unknown as BoardStore;
const texts = {
  verbs: { created: 'Planned', moved: 'Moved', updated: 'Changed', deleted: 'Deleted' },
  appointments: (count: number) => `${count} appointments`,
} as UndoTexts;
const naming = { store, zone: 'Europe/Brussels', language: 'en', texts };
const action = {
  ...{ requestId: 'a', appointments: 1, appointmentId: 7, action: 'moved', subject: 'Pump' },
  ...{ resources: ['R'], start: '2026-06-03T10:00:00+02:00' },
} as unknown as OwnAction;

test('an entry of the menu shows where the appointment goes, or else what was done to it', () => {
  expect(actionEntry(action, naming)).toBe('Pump → Rania, Wed 10:00');
  expect(actionEntry({ ...action, action: 'deleted' }, naming)).toBe('Pump · Deleted');
  expect(actionEntry({ ...action, action: 'updated', subject: null }, naming)).toBe('Changed');
  expect(actionEntry({ ...action, appointments: 3 }, naming)).toBe('3 appointments · Moved');
});
