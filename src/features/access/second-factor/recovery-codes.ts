import { createHash, randomBytes } from 'node:crypto';

const COUNT = 10;
const LENGTH = 16;
/** 32 of them, without l, o, 0 and 1, which look alike. */
const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789';

/** Ten codes of 80 random bits, as in `kgr7-m2ab-9xyw-h3tn`. */
export const newRecoveryCodes = (): string[] => Array.from({ length: COUNT }, newCode);

function newCode(): string {
  const letters = [...randomBytes(LENGTH)].map((byte) => LETTERS[byte % LETTERS.length]).join('');
  return letters.replace(/(.{4})(?=.)/g, '$1-');
}

/** People type them in capitals, with blanks or without dashes. So many random bits need no slow hash. */
export const recoveryHash = (accountId: number, code: string): Buffer =>
  createHash('sha256')
    .update(`${accountId} ${code.toLowerCase().replace(/[^a-z0-9]/g, '')}`)
    .digest();
