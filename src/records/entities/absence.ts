import { absenceKinds, absenceStatuses } from '../../domain/absence.ts';
import { timePermissions } from '../../domain/permissions.ts';
import { choice, day, entity, instant, sentFromBackOffice, text } from './kit.ts';

export const absence = entity({
  name: 'Absence',
  table: 'absence',
  route: 'absence',
  group: 'Absence',
  summary: 'Days on which a resource is absent: requested by a worker, approved or rejected by a team lead.',
  key: ['externalId'],
  columns: {
    externalId: text(100, { required: true, note: "The caller's own key; makes retries safe." }),
    resourceNo: text(50, { required: true }),
    kind: choice(absenceKinds, { default: 0 }),
    startDate: day({ required: true, note: 'First day, on the clock of the resource.' }),
    endDate: day({ required: true, note: 'Last day, included.' }),
    startPart: choice(
      { 0: 'WholeDay', 1: 'Afternoon' },
      { default: 0, note: '1: begins in the afternoon of the first day.' },
    ),
    endPart: choice(
      { 0: 'WholeDay', 1: 'Morning' },
      { default: 0, note: '1: ends after the morning of the last day.' },
    ),
    note: text(500, { note: 'Of the person who requests it.' }),
    status: choice(absenceStatuses, { default: 0, note: 'Only approved absences change working time.' }),
    comment: text(500, { note: 'Of the person who decides; required to reject.' }),
    requestedBy: text(300, { readOnly: true }),
    requestedAt: instant({ readOnly: true }),
    decidedBy: text(300, { readOnly: true }),
    decidedAt: instant({ readOnly: true }),
  },
  references: {
    resource: { to: 'Resource', by: ['resourceNo'], missing: 'reject', onDelete: 'cascade' },
  },
  procedures: { upsert: ['mboc_upsertAbsence'], delete: ['mboc_deleteAbsence'] },
  options: { sentFromBackOffice },
  ordered: true,
  indexes: [['startDate']],
  writer: 'absence',
  reads: 'own',
  writePermissions: timePermissions,
});
