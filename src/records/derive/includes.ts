import { type EntityModel, model, type ReferenceModel } from './model.ts';

/** What can be asked for with a record (`include=`): records of another kind that belong to it. */
export interface Include {
  readonly name: string;
  readonly child: EntityModel;
  readonly reference: ReferenceModel;
}

const DECLARED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Resource: {
    filterValues: 'ResourceFilterValue',
    certificates: 'ResourceCertificate',
    loadCapacities: 'ResourceLoadCapacity',
    breaks: 'ResourceBreak',
    refills: 'ResourceRefill',
    calendars: 'ResourceCalendar',
    uris: 'ResourceUri',
    wishes: 'TaskAssignment',
  },
  Job: { tasks: 'Task' },
  Task: {
    filterValues: 'TaskFilterValue',
    assignments: 'TaskAssignment',
    budgetEntries: 'TaskBudgetEntry',
    loads: 'TaskLoad',
    dependencies: 'TaskDependency',
    containers: 'TaskContainer',
    uris: 'TaskUri',
    appointments: 'Appointment',
  },
};

export function includesOf(entity: string): readonly Include[] {
  return Object.entries(DECLARED[entity] ?? {}).map(([name, kind]) => {
    const child = model(kind);
    const reference = child.references.find(({ target }) => target.name === entity);
    if (!reference) throw new Error(`${kind} does not refer to ${entity}`);
    return { name, child, reference };
  });
}
