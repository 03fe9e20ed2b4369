// Keeps what V8 compiles of the bundle until all routes are made: `node dist/compile.js` (docs/decisions/0148). Part of the build, and of what
// installs the package for one version of Node.js.
import { setFlagsFromString } from 'node:v8';
import { writeCompiled } from './compiled-code.ts';
import { compiledFile, loadBundle, runBundle } from './run-bundle.ts';

// V8 forgets compiled functions that are not called for a while. What it keeps holds for the flags of the moment: those of a start.
setFlagsFromString('--no-flush-bytecode');
const bundle = loadBundle();
process.on('exit', (code) => {
  setFlagsFromString('--flush-bytecode');
  if (code === 0) writeCompiled(compiledFile, bundle.createCachedData());
});
process.argv.push('rehearse');
runBundle(bundle);
