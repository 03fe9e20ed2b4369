import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

/**
 * scrypt from Node itself: no native package to install, and as hard to attack as argon2id at the same memory. N = 2^15, r = 8: 32 MB and some
 * 60 ms a try. The parameters stand in the hash, so that they can be raised later.
 */
const PARAMETERS = { N: 2 ** 15, r: 8, p: 1 };

const derive = (password: string, salt: Buffer, { N, r, p }: typeof PARAMETERS): Promise<Buffer> =>
  new Promise((resolve, reject) =>
    scrypt(password.normalize('NFKC'), salt, 32, { N, r, p, maxmem: 256 * N * r }, (error, key) =>
      error ? reject(error) : resolve(key),
    ),
  );

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, PARAMETERS);
  const { N, r, p } = PARAMETERS;
  return `scrypt$${N}$${r}$${p}$${salt.toString('base64url')}$${key.toString('base64url')}`;
}

/** An account without a hash costs the same time as one with: the answer does not tell whether it exists. */
const NOBODY = `scrypt$${PARAMETERS.N}$${PARAMETERS.r}$${PARAMETERS.p}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const [, N, r, p, salt = '', key = ''] = (hash ?? NOBODY).split('$');
  const expected = Buffer.from(key, 'base64url');
  const actual = await derive(password, Buffer.from(salt, 'base64url'), { N: Number(N), r: Number(r), p: Number(p) });
  return timingSafeEqual(actual, expected) && hash !== null;
}

export const weakness = (password: string): string | undefined =>
  password.length < 10 ? 'at least 10 characters are needed.' : undefined;
