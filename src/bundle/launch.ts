#!/usr/bin/env node
// The command openslot: the bundle of src/cli.ts, with the code that V8 compiled beforehand (docs/decisions/0148).
import { readFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { compiledFile, loadBundle, runBundle } from './run-bundle.ts';

/**
 * The package on npm has none, because it holds for one version of Node.js. V8 compiles where there is none, and where it is that of another
 * version. It does not notice damage.
 */
function compiled(): Buffer | undefined {
  try {
    const bytes = readFileSync(compiledFile);
    const code = bytes.subarray(0, -4);
    return crc32(code) === bytes.readUInt32LE(code.length) ? code : undefined;
  } catch {
    return undefined;
  }
}

runBundle(loadBundle(compiled()));
