import type { Deps } from './deps.ts';
import { features } from './features.ts';
import type { RecordExtensions } from './records/extensions.ts';

/** How features take part in reading and writing records. */
export function recordExtensions(parts: Omit<Deps, 'extensions'>): RecordExtensions {
  const { dryRun, finishWrite, noteChanges, writeInDraft, showCurrent, plannedBelow } = merged(
    features.map(({ writes }) => writes),
  );
  if (!dryRun || !finishWrite || !noteChanges || !writeInDraft || !showCurrent || !plannedBelow)
    throw new Error('a part of writing records is missing');
  const writers = merged(features.map((feature) => feature.writers?.(parts)));
  const reads = merged(features.map((feature) => feature.reads));
  const written = { dryRun, finishWrite, noteChanges, writeInDraft, showCurrent, plannedBelow };
  return { writers, reads, quotas: parts.quotas, ...written };
}

/** All entries in one object. Two features with the same entry are a mistake: one of them would be lost. */
function merged<T extends object>(parts: readonly (T | undefined)[]): T {
  const entries = parts.flatMap((part) => Object.entries(part ?? {}));
  const names = entries.map(([name]) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(`two features register ${twice}`);
  return Object.fromEntries(entries) as T;
}
