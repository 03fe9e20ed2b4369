import { createCipheriv } from 'node:crypto';

const BLOCK_BYTES = 16;

/**
 * AES-CMAC (RFC 4493, NIST SP 800-38B) of blocks of 16 bytes, each block a message by itself. Node.js has no CMAC; of a message of one block it is
 * the block, combined with a key that follows from the key, and encrypted. So the marks of fifty blocks take two calls of the cipher, and not fifty.
 */
export function cmacOfBlocks(key: Uint8Array, blocks: Buffer): Buffer {
  const algorithm = `aes-${key.length * 8}-ecb`;
  const encrypted = (bytes: Buffer): Buffer => {
    const cipher = createCipheriv(algorithm, key, null).setAutoPadding(false);
    return Buffer.concat([cipher.update(bytes), cipher.final()]);
  };
  const subkey = doubled(encrypted(Buffer.alloc(BLOCK_BYTES)));
  const masked = Buffer.allocUnsafe(blocks.length);
  for (let at = 0; at < blocks.length; at++) masked[at] = (blocks[at] as number) ^ (subkey[at % BLOCK_BYTES] as number);
  return encrypted(masked);
}

/** Times x in the field of 2^128 elements: one bit to the left, and back by the polynomial what left. */
function doubled(block: Buffer): Buffer {
  const result = Buffer.alloc(BLOCK_BYTES);
  for (let at = 0; at < BLOCK_BYTES; at++) result[at] = ((block[at] as number) << 1) | ((block[at + 1] ?? 0) >> 7);
  if ((block[0] as number) & 0x80) result[BLOCK_BYTES - 1] = (result[BLOCK_BYTES - 1] as number) ^ 0x87;
  return result;
}
