import { type ErrorDetail, errorDetail } from '../../domain/errors.ts';
import { allows, namesOf } from '../../domain/permissions.ts';
import { type Procedure, procedureNamed } from '../derive/model.ts';
import { isBlankKey } from '../derive/spelled-key.ts';
import { isOfWholeTenant, limitedRefusal } from '../whole-tenant.ts';
import type { Call, Warning } from './call.ts';
import { nameCall } from './name-call.ts';
import { fillDefaults, keyAsSent, type Note, readValues } from './read-values.ts';
import { type Reading, Readings, readNames } from './reading.ts';
import type { ParseContext, Parsed, SentCall } from './sent-call.ts';
import { ValueWarnings } from './value-warnings.ts';

/** Yields to other requests after so many calls: parsing 10,000 of them takes longer than a health check may wait. */
export const BREATH = 1000;

export async function parseCalls(sent: readonly SentCall[], context: ParseContext): Promise<Parsed> {
  const parsed: Parsed = { calls: [], results: [], warnings: [] };
  const readings = new Readings();
  const noted = new ValueWarnings(parsed.warnings, context.strict ?? false);
  const reader = new WholeReader(context, noted);
  for (let index = 0; index < sent.length; index++) {
    const each = sent[index] as SentCall;
    if (index > 0 && index % BREATH === 0) await new Promise(setImmediate);
    const procedure = nameOf(each);
    if (each.remark !== undefined) parsed.warnings.push({ index, procedure, message: each.remark });
    const verdict = parseCall(index, each, context, readings, parsed.warnings, reader);
    if ('call' in verdict) parsed.calls.push(verdict.call);
    else if ('ignored' in verdict) {
      parsed.results.push({ index, procedure, outcome: 'ignored' });
      parsed.warnings.push({ index, procedure, message: verdict.ignored });
    } else
      parsed.results.push({
        index,
        procedure,
        outcome: 'rejected',
        ...(isBlankKey(verdict.key ?? '') ? {} : { key: verdict.key ?? '' }),
        ...verdict.detail,
      });
  }
  noted.finish();
  return parsed;
}

export type Verdict =
  | { readonly call: Call; readonly notes?: readonly Note[] | undefined }
  | { readonly ignored: string }
  | { readonly detail: ErrorDetail; readonly key?: string };

const nameOf = ({ procedure }: SentCall): string =>
  typeof procedure === 'string' ? procedure.slice(0, 100) : (procedure?.name ?? '');

/** Reads the values of a call whose names have been read. */
export interface CallReader {
  read(index: number, sent: SentCall, reading: Reading): Verdict;
}

/** A call that may be sent at all, as the reader reads it. */
export function parseCall(
  index: number,
  sent: SentCall,
  context: ParseContext,
  readings: Readings,
  warnings: Warning[],
  reader: CallReader,
): Verdict {
  const name = nameOf(sent);
  if (name === '' && sent.names.length === 0 && sent.values.length === 0)
    return { ignored: 'The call is empty: it contains no procedure and no record.' };
  const procedure = typeof sent.procedure === 'string' ? procedureNamed(sent.procedure) : sent.procedure;
  if (!procedure)
    return {
      detail: errorDetail('REQ011', name === '' ? 'StoredProcedureName is missing.' : `There is no procedure ${name}.`),
    };
  const { writePermissions = ['records.import'] } = procedure.model.entity;
  if (!allows(context.permissions, writePermissions))
    return {
      detail: errorDetail('USR004', `${name} needs the permission ${namesOf(writePermissions)}.`, undefined, {
        permission: namesOf(writePermissions),
      }),
    };
  const limited = isOfWholeTenant(procedure.model)
    ? limitedRefusal(context, `Records of ${procedure.model.name}`)
    : undefined;
  if (limited) return { detail: limited };
  const { module } = procedure.model.entity;
  if (module && !context.modules.includes(module))
    return {
      detail: errorDetail('USR005', `The module ${module} is not enabled for this tenant.`, undefined, { module }),
    };
  if (sent.names.length !== sent.values.length)
    return {
      detail: errorDetail(
        'REQ012',
        `${sent.names.length} ParameterNames but ${sent.values.length} ParameterValues were sent.`,
      ),
    };
  if (
    sent.names.length === 0 &&
    (procedure.action === 'delete' || procedure.action === 'clear') &&
    !mustName(procedure, context)
  )
    return { ignored: 'The call has no parameters: it identifies no record.' };

  let reading = readings.find(procedure, sent.names);
  if (!reading) {
    reading = readings.keep(sent.names, readNames(procedure, sent.names, context));
    // Said once for all calls of this form: ten thousand of them need no ten thousand warnings.
    for (const parameter of reading.unknown)
      warnings.push({ index, procedure: name, parameter, message: `Unknown parameter ${parameter} was ignored.` });
    for (const { parameter, first } of reading.repeated)
      warnings.push({ index, procedure: name, parameter, message: repeatedMessage(parameter, first) });
  }
  if (reading.missing) return { detail: reading.missing, key: keyAsSent(reading, sent) };
  const verdict = reader.read(index, sent, reading);
  if ('call' in verdict)
    for (const note of verdict.notes ?? [])
      if (readings.isFirst(reading, note.parameter)) warnings.push({ index, procedure: name, ...note });
  return verdict;
}

const repeatedMessage = (parameter: string, first: string): string =>
  `${parameter === first ? `${parameter} was sent twice` : `${first} and ${parameter} are the same parameter`}; the last value was used.`;

/** Clients of the import send deletes with empty arrays, which are passed over. A DELETE on a route whose name the interface requires is refused. */
const mustName = ({ model: { entity } }: Procedure, { speak }: ParseContext): boolean =>
  entity.exact === true && entity.deleteNeeds !== 0 && speak === 'property';

/** Reads all values of a call at once. */
class WholeReader implements CallReader {
  readonly #context: ParseContext;
  readonly #noted: ValueWarnings;

  constructor(context: ParseContext, noted: ValueWarnings) {
    this.#context = context;
    this.#noted = noted;
  }

  read(index: number, sent: SentCall, reading: Reading): Verdict {
    const values: unknown[] = [...reading.empty];
    const found = readValues(index, sent, reading, reading.positions, values, this.#context, this.#noted);
    if ('code' in found) return { detail: found, key: keyAsSent(reading, sent) };
    fillDefaults(reading, values);
    const names = nameCall(index, reading, values, this.#context);
    if ('detail' in names) return names;
    const { options, notes } = found;
    return {
      notes,
      call: { index, shape: reading.shape, values, options, ...names, held: undefined, expected: sent.expected },
    };
  }
}
