import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { passwordWeakness } from '../../domain/password-policy.ts';
import { LONGEST_PASSWORD } from '../../domain/text-limits.ts';
import { commonPasswords } from './common-passwords.ts';

/**
 * scrypt from Node itself: no native package to install, and as hard to attack as argon2id at the same memory. N = 2^15, r = 8: 32 MB and some
 * 60 ms a try. The parameters stand in the hash, so that they can be raised later.
 */
const PARAMETERS = { N: 2 ** 15, r: 8, p: 1 };

/** Callers have compared the length and refused: a longer one is a fault of ours. */
const derive = (password: string, salt: Buffer, { N, r, p }: typeof PARAMETERS): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    if (password.length > LONGEST_PASSWORD) throw new Error('the length of a password was not checked');
    scrypt(password.normalize('NFKC'), salt, 32, { N, r, p, maxmem: 256 * N * r }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });

/**
 * `like` is a hash of another account of the same e-mail address, whose salt is used again: a login then costs one derivation however many
 * accounts the address has, and its duration does not tell their number.
 */
export async function hashPassword(password: string, like?: string): Promise<string> {
  const shared = like?.split('$')[4];
  const salt = shared === undefined ? randomBytes(16) : Buffer.from(shared, 'base64url');
  const key = await derive(password, salt, PARAMETERS);
  const { N, r, p } = PARAMETERS;
  return `scrypt$${N}$${r}$${p}$${salt.toString('base64url')}$${key.toString('base64url')}`;
}

/** An account without a hash costs the same time as one with: the answer does not tell whether it exists. */
const NOBODY = `scrypt$${PARAMETERS.N}$${PARAMETERS.r}$${PARAMETERS.p}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** Which of these hashes are of the password. One derivation for each salt, and one where there is no hash at all. */
export async function matchingHashes(password: string, hashes: readonly string[]): Promise<ReadonlySet<string>> {
  const matching = new Set<string>();
  const byStart = new Map<string, string[]>();
  const known = hashes.filter((hash) => hash.startsWith('scrypt$'));
  for (const hash of known.length === 0 ? [NOBODY] : known) {
    const start = hash.slice(0, hash.lastIndexOf('$'));
    byStart.set(start, [...(byStart.get(start) ?? []), hash]);
  }
  for (const [start, own] of byStart) {
    const [, N, r, p, salt = ''] = start.split('$');
    const actual = await derive(password, Buffer.from(salt, 'base64url'), { N: Number(N), r: Number(r), p: Number(p) });
    for (const hash of own)
      if (timingSafeEqual(actual, Buffer.from(hash.slice(start.length + 1), 'base64url'))) matching.add(hash);
  }
  matching.delete(NOBODY);
  return matching;
}

/** What is wrong with a new password of an address, or undefined. */
export const weakness = (password: string, email: string): string | undefined =>
  passwordWeakness(password, email, commonPasswords());
