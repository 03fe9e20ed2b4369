import type { ShownKey } from './api-keys.ts';

/** A key as the command line lists it. */
export function keyLine({ id, prefix, name, scopes, permissions, ...key }: ShownKey): string {
  const state = key.revokedAt
    ? `revoked ${key.revokedAt}`
    : key.expiresAt
      ? `expires ${key.expiresAt}`
      : 'does not expire';
  const used = `last used ${key.lastUsedAt ?? 'never'}${key.lastUsedAddress ? ` from ${key.lastUsedAddress}` : ''}`;
  const limits = [
    key.ipRanges && `only from ${key.ipRanges.join(',')}`,
    key.connector && `only for connector ${key.connector}`,
    key.replaces && `replaces key ${key.replaces}`,
  ].filter((limit) => limit !== null);
  return [id, `${prefix}…`, name, (scopes.length > 0 ? scopes : permissions).join(','), state, used, ...limits].join(
    '\t',
  );
}
