import { describe, expect, test } from 'vitest';
import { cmacOfBlocks } from '../../../src/features/slots/cmac.ts';

const bytes = (hex: string): Buffer => Buffer.from(hex, 'hex');

/** The examples of RFC 4493 and NIST SP 800-38B with a message of 16 bytes. */
describe('AES-CMAC of one block', () => {
  const message = '6bc1bee22e409f96e93d7e117393172a';
  test.each([
    ['2b7e151628aed2a6abf7158809cf4f3c', '070a16b46b4d4144f79bdd9dd04a287c'],
    ['603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4', '28a7023f452e8f82bd4bf28d8c37c35c'],
  ])('is that of the standard (key %s)', (key, mark) => {
    expect(cmacOfBlocks(bytes(key), bytes(message)).toString('hex')).toBe(mark);
  });

  test('of several blocks is that of each', () => {
    const key = bytes('2b7e151628aed2a6abf7158809cf4f3c');
    const [one, other] = [bytes(message), bytes('ae2d8a571e03ac9c9eb76fac45af8e51')];
    expect(cmacOfBlocks(key, Buffer.concat([one, other]))).toEqual(
      Buffer.concat([cmacOfBlocks(key, one), cmacOfBlocks(key, other)]),
    );
    expect(cmacOfBlocks(key, Buffer.alloc(0))).toHaveLength(0);
  });
});
