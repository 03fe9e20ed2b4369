import type { ErrorCode } from '../../domain/error-catalogue.ts';
import { refuse } from '../../domain/errors.ts';
import { permissions } from '../../domain/permissions.ts';
import type { SetupPackage } from '../../domain/setup-package.ts';
import type { Caller } from '../../platform/caller.ts';
import type { HasClock } from '../../platform/clock.ts';
import type { Transaction } from '../../platform/postgres/database.ts';
import type { HasSealer } from '../../platform/sealer.ts';
import type { CallResult } from '../../records/writing/call.ts';
import { withColumns } from '../../records/writing/reshape.ts';
import type { Parsed } from '../../records/writing/sent-call.ts';
import type { WriteAnswer } from '../../records/writing/write-answer.ts';
import {
  parseFor,
  type Work,
  type WriteGuard,
  type WriteOptions,
  writeWork,
} from '../../records/writing/write-calls.ts';
import type { WriteDeps } from '../../records/writing/write-deps.ts';
import { linkCalls, type PositionedCall, recordCalls } from './package-calls.ts';

/** Something in a package that is wrong, and where. */
export interface PackageProblem {
  readonly at: string;
  readonly code: ErrorCode;
  readonly message: string;
}

/** What a package writes it writes as a package, in the name of its owner, with all that an administrator may do. */
const setupCaller = (caller: Caller, { owner }: SetupPackage): Caller => ({
  ...caller,
  origin: 'setup',
  permissions,
  actor: `user:${owner}`,
  ...(caller.actor === `user:${owner}` ? {} : { sentBy: caller.actor }),
});

/** The records that a package creates or changes belong to its owner. */
const ownedBy = (owner: string, parsed: Parsed): Parsed => ({
  ...parsed,
  calls: parsed.calls.map((call) =>
    call.shape.procedure.action === 'upsert' && 'owner' in call.shape.procedure.model.entity.columns
      ? withColumns(call, { owner }, call.key)
      : call,
  ),
});

/** Everything that can be said of a package without looking at what is stored. */
export async function refuseWrongValues(
  deps: HasClock & HasSealer,
  caller: Caller,
  content: SetupPackage,
): Promise<void> {
  const placed = recordCalls(content);
  const { results } = await parseFor(deps, setupCaller(caller, content), callsOf(placed), 'property');
  const [first, ...more] = results.map((result) => problemOf(result, placed));
  if (!first) return;
  const others =
    more.length === 0
      ? ''
      : ` ${more.length} more: ${more
          .slice(0, 5)
          .map(({ at }) => at)
          .join(', ')}.`;
  throw refuse(first.code, `${first.message}${others}`, first.at);
}

/** Writes a package the way that all records go. Answers what became of it, problems included; throws only what is our fault. */
export async function writePackage(
  deps: WriteDeps,
  caller: Caller,
  content: SetupPackage,
  options: Pick<WriteOptions, 'dryRun'> & { readonly finish?: Work['finish'] },
  guard?: WriteGuard,
): Promise<{ readonly answer: WriteAnswer; readonly problems: readonly PackageProblem[] }> {
  const own = setupCaller(caller, content);
  let placed: PositionedCall[] = [];
  const find = async (tx: Transaction): Promise<Work> => {
    placed = [...recordCalls(content), ...(await linkCalls(tx, own.tenantId, content))];
    const sent = callsOf(placed);
    const { finish } = options;
    const parsed = ownedBy(content.owner, await parseFor(deps, own, sent, 'property'));
    return { parsed, size: sent.length, ...(finish ? { finish } : {}) };
  };
  // Everything or nothing is decided by the guard, which throws; a lenient write reports all errors in one response.
  const answer = await writeWork(
    deps,
    own,
    { handling: 'lenient', dryRun: options.dryRun, speak: 'property' },
    find,
    guard && {
      enter: guard.enter,
      leave: async (tx, answer) => {
        const problems = problemsOf(answer, placed);
        if (problems.length > 0) throw new PackageRefused(problems);
        await guard.leave(tx, answer);
      },
    },
  );
  return { answer, problems: problemsOf(answer, placed) };
}

/** Leaves the transaction of a package that cannot be applied: nothing of it is kept. */
export class PackageRefused extends Error {
  override readonly name = 'PackageRefused';
  readonly problems: readonly PackageProblem[];
  constructor(problems: readonly PackageProblem[]) {
    super(problems.map(({ message }) => message).join('\n'));
    this.problems = problems;
  }
}

const callsOf = (placed: readonly PositionedCall[]) => placed.map(({ call }) => call);

const problemsOf = ({ results }: WriteAnswer, placed: readonly PositionedCall[]): PackageProblem[] =>
  results.filter(({ outcome }) => outcome === 'rejected').map((result) => problemOf(result, placed));

/** `users[3]` and "timeZone: …" become `users[3].timeZone` and one sentence. */
function problemOf(
  { index, code = 'REQ014', message = '', parameter }: CallResult,
  placed: readonly PositionedCall[],
): PackageProblem {
  const record = placed[index]?.at ?? '';
  const isNamed = parameter !== undefined && message.toLowerCase().startsWith(`${parameter.toLowerCase()}: `);
  const at = isNamed && !record.includes('].') ? `${record}.${parameter}` : record;
  return { at, code, message: `${at}: ${isNamed ? message.slice(parameter.length + 2) : message}` };
}
