import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto';

/**
 * Encrypts secrets of connectors at rest (AES-256-GCM). The nonce is derived from the plain text, so that the same secret sent again is
 * the same cipher text: an unchanged record stays unchanged. What that reveals, whether two secrets are equal, is visible to anyone who
 * can write them.
 */
export interface Sealer {
  seal(plain: string): string;
  open(sealed: string): string;
}

/** Seals with the secret. What was sealed with the previous secret opens too, while the secret is replaced. */
export function makeSealer(secret: Uint8Array, previous?: Uint8Array): Sealer {
  const own = sealerOf(secret);
  if (!previous) return own;
  const before = sealerOf(previous);
  return {
    seal: own.seal,
    open(sealed) {
      try {
        return own.open(sealed);
      } catch {
        return before.open(sealed);
      }
    },
  };
}

function sealerOf(secret: Uint8Array): Sealer {
  const derive = (use: string): Buffer => Buffer.from(hkdfSync('sha256', secret, 'openslot', use, 32));
  const cipherKey = derive('seal');
  const nonceKey = derive('seal-nonce');
  return {
    seal(plain) {
      const nonce = createHmac('sha256', nonceKey).update(plain).digest().subarray(0, 12);
      const cipher = createCipheriv('aes-256-gcm', cipherKey, nonce);
      const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return `v1.${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')}`;
    },
    open(sealed) {
      const bytes = Buffer.from(sealed.replace(/^v1\./, ''), 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', cipherKey, bytes.subarray(0, 12));
      decipher.setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
    },
  };
}

export interface HasSealer {
  readonly sealer: Sealer;
}
