import { expect, test } from 'vitest';
import { syncsAsWhole } from '../../../../src/platform/postgres/embedded/sync-files.ts';

const EXT4 = 0xef53;
const FUSE = 0x65735546;

test.each([
  ['linux', '6.8.0-45-generic', EXT4, true],
  ['linux', '5.8.0', EXT4, true],
  // Its kernel does not report what could not be written.
  ['linux', '5.7.19', EXT4, false],
  ['linux', '4.19.0', EXT4, false],
  // What is behind it need not have written anything.
  ['linux', '6.8.0', FUSE, false],
  ['darwin', '24.1.0', EXT4, false],
  ['linux', 'unknown', EXT4, false],
])('a file system is written as a whole: %s %s %i: %s', (platform, release, fileSystem, expected) => {
  expect(syncsAsWhole(platform, release, fileSystem)).toBe(expected);
});
