import { mayMoveEntry } from '../../domain/access.ts';
import { type ErrorDetail, errorDetail } from '../../domain/errors.ts';
import { isOvertaken, refusalOfOwnDecision } from '../../domain/time-approval.ts';
import { type EntryStatus, isEditable, type StoredEntry } from '../../domain/time-entry.ts';
import { timeRole } from '../../platform/caller.ts';
import { type Call, sentValue } from '../../records/writing/call.ts';
import type { WriteContext } from '../../records/writing/write-context.ts';
import { acceptSubmitted, approvalOf, SERVICE } from './approval-store.ts';
import type { EntryRow } from './time-store.ts';

const sentStatus = (call: Call): EntryStatus | undefined => sentValue(call, 'status') as EntryStatus | undefined;

/** Who may move entries, given who approves the time of the tenant. */
export class EntryApproval {
  readonly #context: WriteContext;
  readonly #byTeamLead: boolean;

  private constructor(context: WriteContext, byTeamLead: boolean) {
    this.#context = context;
    this.#byTeamLead = byTeamLead;
  }

  /** Only a call that moves an entry needs to know who approves. */
  static async of(context: WriteContext, calls: readonly Call[]): Promise<EntryApproval> {
    const isMoving = calls.some((call) => (sentStatus(call) ?? 0) !== 0);
    const { tx, caller } = context;
    return new EntryApproval(context, isMoving && (await approvalOf(tx, caller.tenantId)) === 'teamLead');
  }

  /** The status that a call asks for; none where the message was overtaken. */
  wanted(call: Call, stored: EntryRow): EntryStatus | undefined {
    return this.#isOvertaken(call, stored) ? undefined : sentStatus(call);
  }

  #isOvertaken(call: Call, { status }: EntryRow): boolean {
    const sent = sentStatus(call);
    return this.#byTeamLead && sent !== undefined && isOvertaken(status, sent, this.#context.caller.keyId !== null);
  }

  /** Says that a message was overtaken. */
  warn(call: Call, stored: EntryRow): void {
    if (stored.status !== 4 || !this.#isOvertaken(call, stored)) return;
    this.#context.warnings.push({
      index: call.index,
      procedure: call.shape.procedure.name,
      parameter: 'Status',
      message: `Status: a team lead has approved time entry ${stored.id}; it stays Approved.`,
    });
  }

  /** Moves that others make: the back office, or an approver in its place. The reason in Message is theirs as well. */
  refusal(stored: EntryRow, next: StoredEntry): ErrorDetail | undefined {
    const { caller } = this.#context;
    const role = timeRole(caller);
    if (!mayMoveEntry(role, stored.status, next.status))
      return errorDetail(
        'USR004',
        'This change of Status needs an approver (role planner or admin) or an API key.',
        'Status',
      );
    if (role === 'worker' && next.message !== stored.message && !isEditable(stored.status))
      return errorDetail('USR004', 'Message: needs an approver (role planner or admin) or an API key.', 'Message');
    return this.#byTeamLead ? refusalOfOwnDecision(caller, stored.resourceNo, stored.status, next.status) : undefined;
  }

  /** Where team leads approve, the service takes in what calls have submitted, once they are written. */
  async takeIn(calls: readonly Call[]): Promise<void> {
    if (!this.#byTeamLead) return;
    const { tx, caller, results, later } = this.#context;
    const submitted = new Map(
      calls.flatMap((call): [number, number][] => {
        const result = results[call.index];
        const isWritten = result?.outcome === 'created' || result?.outcome === 'updated';
        return sentStatus(call) === 1 && isWritten && result.id !== undefined ? [[result.id, call.index]] : [];
      }),
    );
    if (submitted.size === 0) return;
    const changes = await acceptSubmitted(tx, caller.tenantId, [...submitted.keys()]);
    for (const { recordId, version } of changes) this.#context.setVersion(submitted.get(recordId) ?? -1, version);
    later.push({ actor: SERVICE, changes });
  }
}
