import { refuse } from '../../domain/errors.ts';
import type { SentCall } from '../../records/writing/sent-call.ts';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Property names match without regard to case. The usual spellings are tried first: a batch has thousands of calls. */
function property(call: Record<string, unknown>, pascal: string): unknown {
  if (pascal in call) return call[pascal];
  const found = Object.keys(call).find((key) => key.toLowerCase() === pascal.toLowerCase());
  return found === undefined ? undefined : call[found];
}

function list(value: unknown, index: number, name: string): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw refuse('REQ007', `Call ${index}: ${name} must be an array.`, name);
  return value;
}

/** One call that is not in a list: an object with a property of a call. */
export const isOne = (body: unknown): body is Record<string, unknown> =>
  isObject(body) && property(body, 'StoredProcedureName') !== undefined;

/** The calls of a body. One client sends a single call without the list around it. */
export function callsIn(body: unknown): SentCall[] {
  if (Array.isArray(body)) {
    const lists = new NameLists();
    const unknown = new UnknownProperties();
    const calls: SentCall[] = [];
    for (let index = 0; index < body.length; index++) {
      const sent: unknown = body[index];
      const call = toCall(sent, index, lists);
      calls.push(remarked(call, unknown.remarkOn(sent as Record<string, unknown>)));
    }
    return calls;
  }
  if (isOne(body)) {
    const single = 'The body is a single call. Send an array of calls.';
    const unknown = new UnknownProperties().remarkOn(body);
    return [remarked(toCall(body, 0, new NameLists()), unknown === undefined ? single : `${single} ${unknown}`)];
  }
  throw refuse(
    'REQ007',
    'The body must be an array of calls with StoredProcedureName, ParameterNames and ParameterValues.',
  );
}

const remarked = (call: SentCall, remark: string | undefined): SentCall =>
  remark === undefined ? call : { ...call, remark };

/** The call of a procedure, at an index of the body. */
function toCall(sent: unknown, index: number, lists: NameLists): SentCall {
  if (!isObject(sent))
    throw refuse(
      'REQ007',
      `Call ${index} must be an object with StoredProcedureName, ParameterNames and ParameterValues.`,
    );
  const procedure = property(sent, 'StoredProcedureName');
  if (procedure !== undefined && procedure !== null && typeof procedure !== 'string')
    throw refuse('REQ007', `Call ${index}: StoredProcedureName must be a string.`, 'StoredProcedureName');
  const names = lists.share(sent, list(property(sent, 'ParameterNames'), index, 'ParameterNames'), index);
  return {
    procedure: procedure ?? undefined,
    names,
    values: list(property(sent, 'ParameterValues'), index, 'ParameterValues'),
  };
}

/**
 * The calls of a batch mostly repeat the names of the one before. They then get its list: twenty thousand texts fewer are kept until the response,
 * and copied by the garbage collector.
 */
class NameLists {
  #last: readonly string[] = [];

  /** The list of a call, which the call itself has from now on, too. */
  share(call: Record<string, unknown>, names: readonly unknown[], index: number): readonly string[] {
    if (this.#repeats(names)) {
      if ('ParameterNames' in call) call['ParameterNames'] = this.#last;
      return this.#last;
    }
    for (const name of names)
      if (typeof name !== 'string')
        throw refuse('REQ007', `Call ${index}: ParameterNames must contain strings only.`, 'ParameterNames');
    this.#last = names as readonly string[];
    return this.#last;
  }

  #repeats(names: readonly unknown[]): boolean {
    const last = this.#last;
    if (names.length !== last.length || names.length === 0) return false;
    for (let i = 0; i < last.length; i++) if (names[i] !== last[i]) return false;
    return true;
  }
}

const PROPERTIES = ['StoredProcedureName', 'ParameterNames', 'ParameterValues'];
/** A remark names so many of them, each cut after so many characters: they are in the sender's hands. */
const MOST_NAMED = 5;
const LONGEST_NAMED = 60;

/** Properties of calls that no call has. They are ignored; each is named at the first call that has it. */
class UnknownProperties {
  readonly #named = new Set<string>();

  remarkOn(call: Record<string, unknown>): string | undefined {
    const sent = Object.keys(call);
    if (sent.length === PROPERTIES.length && PROPERTIES.every((name) => name in call)) return undefined;
    const found = sent.filter((key) => !this.#named.has(key) && !isProperty(key));
    if (found.length === 0) return undefined;
    const room = found.slice(0, MOST_NAMED - this.#named.size);
    for (const key of room) this.#named.add(key);
    if (room.length === 0) return undefined;
    const names = room.map((key) => JSON.stringify(key.slice(0, LONGEST_NAMED))).join(', ');
    return `Unknown ${room.length === 1 ? 'property' : 'properties'} ${names} ${room.length === 1 ? 'was' : 'were'} ignored: a call has StoredProcedureName, ParameterNames and ParameterValues.`;
  }
}

const isProperty = (key: string): boolean =>
  PROPERTIES.some((name) => name.length === key.length && name.toLowerCase() === key.toLowerCase());
