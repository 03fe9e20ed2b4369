import type { Caller } from '../../platform/caller.ts';
import type { Outcome } from '../../records/writing/call.ts';
import type { WriteDeps } from '../../records/writing/write-deps.ts';
import type { PackageFile } from './package-text.ts';
import { checkedPackage } from './queue-package.ts';
import { type PackageProblem, writePackage } from './write-package.ts';

/** What a package would do to the tenant. */
export interface PackagePlan {
  readonly plan: true;
  /** Whether it can be applied without changes. */
  readonly applies: boolean;
  readonly changes: readonly {
    readonly entity: string;
    readonly key: string;
    readonly action: string;
    readonly before: unknown;
    readonly after: unknown;
  }[];
  readonly counts: Readonly<Record<Outcome, number>>;
  readonly problems: readonly PackageProblem[];
  readonly warnings: readonly string[];
}

/** POST /import/setup?plan=true: done for real in a transaction that is taken back, so that it cannot differ from what will happen. */
export async function planPackage(deps: WriteDeps, caller: Caller, file: PackageFile): Promise<PackagePlan> {
  const { content, warnings } = await checkedPackage(deps, caller, file);
  let changes: PackagePlan['changes'] = [];
  const { answer, problems } = await writePackage(deps, caller, content, {
    dryRun: true,
    finish: async (context) => {
      changes = context.changes.map(({ entity, key, action, before, after }) => ({
        entity,
        key,
        action,
        before: before === null ? null : JSON.parse(before),
        after: after === null ? null : JSON.parse(String(after)),
      }));
      return undefined;
    },
  });
  return { plan: true, applies: problems.length === 0, changes, counts: answer.counts, problems, warnings };
}
