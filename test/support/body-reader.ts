import type { Refusal } from '../../src/domain/errors.ts';
import type { ContractWarning, Kind } from '../../src/platform/contract/kind.ts';
import { readWhole } from '../../src/platform/contract/object.ts';

/** Reads bodies as the route of a contract does, without the route. Times are in Brussels unless another zone is given. */
export function bodyReader<B>({ body }: { readonly body?: Kind<B> }, zone = 'Europe/Brussels') {
  if (!body) throw new Error('this contract has no body');
  const read = (sent: unknown): { value: B; warnings: readonly ContractWarning[] } => {
    const warnings: ContractWarning[] = [];
    return { value: readWhole(body, sent, { zone, warnings }), warnings };
  };
  return {
    read: (sent: unknown): B => read(sent).value,
    warnings: (sent: unknown): readonly ContractWarning[] => read(sent).warnings,
    /** Code, message and parameter of the refusal, undefined where the body is read. */
    refusal: (sent: unknown): Refusal['detail'] | undefined => refusalOf(() => read(sent)),
  };
}

/** The refusal of some work, undefined where it is done. */
export function refusalOf(work: () => unknown): Refusal['detail'] | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (!(error instanceof Error && 'detail' in error)) throw error;
    return (error as Refusal).detail;
  }
}
