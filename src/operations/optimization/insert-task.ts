import type { Caller } from '../caller.ts';
import type { Deps } from '../deps.ts';
export async function insertTask(_d: Deps, _c: Caller, _s: unknown): Promise<unknown> {
  return {};
}
