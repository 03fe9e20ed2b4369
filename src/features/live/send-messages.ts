import { refuse } from '../../domain/errors.ts';
import { foldKeyPart } from '../../domain/natural-key.ts';
import { LONGEST_USER_NAME } from '../../domain/text-limits.ts';
import { Invalid, isWire, parseChoice, storable } from '../../domain/values/parse.ts';
import type { Caller } from '../../platform/caller.ts';
import type { HasClock } from '../../platform/clock.ts';
import { Body } from '../../platform/http/read-body.ts';
import type { HasDatabase, Session } from '../../platform/postgres/database.ts';
import { guardedWrite } from '../../records/writing/guarded-write.ts';
import type { WriteAnswer, WriteGuard } from '../../records/writing/write-calls.ts';
import type { Told } from './live-event.ts';
import { accountsOf, countReceivers, tellNodes } from './live-store.ts';

export const severities = { 0: 'Verbose', 1: 'Debug', 2: 'Info', 3: 'Warning', 4: 'Error', 5: 'Fatal' } as const;
const INFO = 2;
/** What PostgreSQL carries from node to node: 8,000 bytes, and a character may take six. */
export const LONGEST_TEXT = 1000;
const MOST_MESSAGES = 100;

interface Message {
  readonly text: string;
  readonly severity: number;
  /** Folded e-mail address; undefined is everybody. */
  readonly user: string | undefined;
}

/** POST /message: a pop-up for one user or for all. It is shown now or never; nothing is stored. */
export function sendMessages(
  deps: HasDatabase & HasClock,
  caller: Caller,
  sent: unknown,
  dryRun: boolean,
  guard?: WriteGuard,
): Promise<WriteAnswer> {
  const list = Array.isArray(sent) ? sent : [sent];
  if (list.length > MOST_MESSAGES)
    throw refuse('REQ004', `${list.length} messages were sent; at most ${MOST_MESSAGES} are allowed in one request.`);
  const messages = list.map((each, i) => readMessage(each, list.length === 1 ? '' : `[${i}]`));
  return guardedWrite(deps, caller, guard, async (tx) => {
    const accounts = await addressesOf(tx, caller, messages);
    const receivers = await countReceivers(tx, caller.tenantId, accounts);
    const at = deps.now().toISOString();
    const told = messages.map(({ text, severity }, i): Told => {
      const data = JSON.stringify({ text, severity, from: caller.actor, at });
      return { tenant: caller.tenantId, account: accounts[i] ?? null, event: { name: 'message', data } };
    });
    if (!dryRun && told.length > 0)
      await tellNodes(
        tx,
        told.map((each) => JSON.stringify(each)),
      );
    return { commit: !dryRun, value: answerOf(receivers) };
  });
}

function readMessage(sent: unknown, at: string): Message {
  const body = new Body(sent, at);
  const text = body.needText('text');
  if (text.length > LONGEST_TEXT)
    throw refuse('REQ013', `${body.path('text')}: at most ${LONGEST_TEXT} characters.`, body.path('text'));
  const user = body.text('user', LONGEST_USER_NAME);
  for (const [name, value] of [
    ['text', text],
    ['user', user ?? ''],
  ] as const)
    if (storable(value))
      throw refuse('REQ016', `${body.path(name)}: contains characters that cannot be shown.`, body.path(name));
  const wanted = body.field('severity') ?? INFO;
  const severity = isWire(wanted) ? parseChoice(wanted, severities) : new Invalid('REQ014', 'must be a number');
  if (severity instanceof Invalid)
    throw refuse(severity.code, `${body.path('severity')}: ${severity.message}`, body.path('severity'));
  return { text, severity: severity ?? INFO, user: user === undefined ? undefined : foldKeyPart(user) };
}

/** The account of each message's user; null for all. */
async function addressesOf(db: Session, caller: Caller, messages: readonly Message[]): Promise<(number | null)[]> {
  const named = [...new Set(messages.flatMap(({ user }) => user ?? []))];
  const accounts = named.length === 0 ? new Map<string, number>() : await accountsOf(db, caller.tenantId, named);
  return messages.map(({ user }) => {
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

const answerOf = (receivers: readonly number[]): WriteAnswer => ({
  success: true,
  results: receivers.map((_, index) => ({ index, procedure: 'message', outcome: 'created' })),
  counts: { created: receivers.length, updated: 0, unchanged: 0, deleted: 0, ignored: 0, rejected: 0 },
  warnings: [],
  appointments: [],
  changes: null,
  shown: { receivers: receivers.reduce((sum, each) => sum + each, 0) },
});
