import type { Task } from './model.ts';
import type { Unit } from './units.ts';

/** Open tasks of one container stay together, in their order. Those of teams cannot: who of them would it be? */
export function withContainers(tasks: readonly Task[], units: ReadonlyMap<string, Unit>): Task[] {
  const members = new Map<string, Task[]>();
  for (const task of tasks) {
    const unit = units.get(task.id);
    const name = unit?.appointment || task.team !== undefined ? null : unit?.task.container;
    if (name) members.set(name, [...(members.get(name) ?? []), task]);
  }
  const indexOf = ({ id }: Task): number => units.get(id)?.task.containerIndex ?? 0;
  const together = [...members].filter(([, own]) => own.length > 1);
  const contained = new Set(together.flatMap(([, own]) => own));
  return [
    ...tasks.filter((task) => !contained.has(task)),
    ...together.flatMap(([container, own]) =>
      own.sort((a, b) => indexOf(a) - indexOf(b)).map((task) => ({ ...task, container })),
    ),
  ];
}
