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
    return body.map((sent, index) => toCall(sent, index, lists));
  }
  if (isOne(body))
    return [{ ...toCall(body, 0, new NameLists()), remark: 'The body is a single call. Send an array of calls.' }];
  throw refuse(
    'REQ007',
    'The body must be an array of calls with StoredProcedureName, ParameterNames and ParameterValues.',
  );
}

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
