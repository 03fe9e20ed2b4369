import { refuse } from '../../domain/errors.ts';
import { foldKeyPart } from '../../domain/natural-key.ts';
import type { Caller } from '../../platform/caller.ts';
import type { HasClock } from '../../platform/clock.ts';
import type { ContractWarning } from '../../platform/contract/kind.ts';
import type { HasDatabase, Session } from '../../platform/postgres/database.ts';
import { guardedWrite } from '../../records/writing/guarded-write.ts';
import type { WriteAnswer } from '../../records/writing/write-answer.ts';
import type { WriteGuard } from '../../records/writing/write-calls.ts';
import type { Message } from './contract.ts';
import type { PushedEvent } from './live-event.ts';
import { accountsOf, countReceivers, notifyNodes } from './live-store.ts';

interface MessageRequest {
  readonly messages: readonly Message[];
  /** Of properties that were ignored. */
  readonly warnings: readonly ContractWarning[];
  readonly dryRun: boolean;
}

/** POST /message: a pop-up for one user or for all. It is shown now or never; nothing is stored. */
export function sendMessages(
  deps: HasDatabase & HasClock,
  caller: Caller,
  { messages, warnings, dryRun }: MessageRequest,
  guard?: WriteGuard,
): Promise<WriteAnswer> {
  return guardedWrite(deps, caller, guard, async (tx) => {
    const accounts = await addressesOf(tx, caller, messages);
    const receivers = await countReceivers(tx, caller.tenantId, accounts);
    const at = deps.now().toISOString();
    const pushed = messages.map(({ text, severity }, i): PushedEvent => {
      const data = JSON.stringify({ text, severity, from: caller.actor, at });
      return { tenant: caller.tenantId, account: accounts[i] ?? null, event: { name: 'message', data } };
    });
    if (!dryRun && pushed.length > 0)
      await notifyNodes(
        tx,
        pushed.map((each) => JSON.stringify(each)),
      );
    return { commit: !dryRun, value: answerOf(receivers, warnings) };
  });
}

/** The account of each message's user; null for all. */
async function addressesOf(db: Session, caller: Caller, messages: readonly Message[]): Promise<(number | null)[]> {
  const users = messages.map(({ user }) => (user === undefined ? undefined : foldKeyPart(user)));
  const named = [...new Set(users.flatMap((user) => user ?? []))];
  const accounts = named.length === 0 ? new Map<string, number>() : await accountsOf(db, caller.tenantId, named);
  return users.map((user) => {
    if (user === undefined) return null;
    const account = accounts.get(user);
    if (account === undefined)
      throw refuse(
        'APP004',
        `There is no user ${user.slice(0, 100)}; send the e-mail address of a user, or leave it out for all users.`,
        'user',
      );
    return account;
  });
}

/** Of a position in a list of messages, such as `[3].severity`. */
const indexOf = (parameter: string): number => Number(/^\[(\d+)\]/.exec(parameter)?.[1] ?? 0);

const answerOf = (receivers: readonly number[], warnings: readonly ContractWarning[]): WriteAnswer => ({
  success: true,
  results: receivers.map((_, index) => ({ index, procedure: 'message', outcome: 'created' })),
  counts: { created: receivers.length, updated: 0, unchanged: 0, deleted: 0, ignored: 0, rejected: 0 },
  warnings: warnings.map((warning) => ({ index: indexOf(warning.parameter), ...warning })),
  appointments: [],
  changes: null,
  shown: { receivers: receivers.reduce((sum, each) => sum + each, 0) },
});
