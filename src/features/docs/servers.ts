import type { Environment } from '../../platform/environment.ts';

/** A base address in the API description. */
export interface Server {
  readonly url: string;
  readonly description: string;
}

/** The addresses that the operator configured: of this installation and, from production, of its sandbox. Without any, clients use their own. */
export function serversOf(
  environment: Environment,
  publicUrl: string | undefined,
  sandboxUrl: string | undefined,
): readonly Server[] {
  if (environment === 'sandbox') {
    const url = publicUrl ?? sandboxUrl;
    return url === undefined ? [] : [{ url, description: 'Sandbox' }];
  }
  const sandbox = sandboxUrl === undefined ? [] : [{ url: sandboxUrl, description: 'Sandbox' }];
  if (publicUrl === undefined && sandbox.length === 0) return [];
  // Where the description was read from.
  return [{ url: publicUrl ?? '/', description: 'Production' }, ...sandbox];
}
