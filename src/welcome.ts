import type { Bootstrapped } from './features/access/bootstrap.ts';

/** The first thing an operator sees: an address, and at the first start a key and a line that works. */
export function welcome(facts: {
  readonly address: string;
  readonly made: Bootstrapped | undefined;
  /** Of a service that was filled with something else than a first tenant. */
  readonly prepared?: string | undefined;
}): string {
  const { address, made, prepared } = facts;
  const lines = [
    '',
    address === '' ? 'Openslot is running.' : `Openslot is ready: ${address}   (API reference: ${address}/docs)`,
  ];
  if (prepared !== undefined) lines.push('', prepared);
  if (!made) return [...lines, ''].join('\n');
  // Double quotes where the shell has to put the operator's own key in.
  const key = made.apiKey ? `'X-API-KEY: ${made.apiKey}'` : '"X-API-KEY: $BOOTSTRAP_API_KEY"';
  lines.push(
    '',
    `  tenant         ${made.tenant}`,
    `  administrator  ${made.adminEmail}${made.adminPassword ? `   password ${made.adminPassword}` : ''}`,
    `  API key        ${made.apiKey ?? 'the one you set in BOOTSTRAP_API_KEY'}`,
  );
  if (made.apiKey || made.adminPassword) lines.push('', '  This is shown once. Save it now.');
  if (address === '') return [...lines, ''].join('\n');
  lines.push(
    '',
    '  Try it:',
    `  curl -s ${address}/import -H ${key} -H 'Content-Type: application/json' \\`,
    `    -d '[{"StoredProcedureName":"mboc_upsertJob","ParameterNames":["SourceApp","SourceType","JobNo","ShortDescription"],"ParameterValues":["ERP","SERVICE","J-1","Pump maintenance"]}]'`,
    '',
  );
  return lines.join('\n');
}
