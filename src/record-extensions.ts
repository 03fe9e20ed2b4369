import type { Deps } from './deps.ts';
import { features } from './features.ts';
import type { RecordExtensions } from './records/extensions.ts';

/** How features take part in reading and writing records. */
export function recordExtensions(parts: Omit<Deps, 'extensions'>): RecordExtensions {
  const writes = Object.assign({}, ...features.map((feature) => feature.writes)) as Partial<RecordExtensions>;
  const { dryRun, finishWrite, showCurrent, plannedBelow } = writes;
  if (!dryRun || !finishWrite || !showCurrent || !plannedBelow) throw new Error('a part of writing records is missing');
  // The parts of writers never include the extensions that are made of them.
  const writers = Object.assign({}, ...features.map((feature) => feature.writers?.(parts as Deps)));
  const reads = Object.assign({}, ...features.map((feature) => feature.reads));
  return { writers, reads, dryRun, finishWrite, showCurrent, plannedBelow };
}
