// Keeps what V8 compiles of the bundle up to the first answer of the command: `node dist/compile.js` (docs/decisions/0148). Part of the build, and
// of what installs the package for one version of Node.js.
import { renameSync, writeFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { compiledFile, loadBundle, runBundle } from './run-bundle.ts';

const bundle = loadBundle();
process.on('exit', (code) => {
  if (code !== 0) return;
  const compiled = bundle.createCachedData();
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32LE(crc32(compiled));
  writeFileSync(`${compiledFile}.new`, Buffer.concat([compiled, checksum]));
  renameSync(`${compiledFile}.new`, compiledFile);
});
process.argv.push('--version');
// Nobody asked for the version.
process.stdout.write = () => true;
runBundle(bundle);
