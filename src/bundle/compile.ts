// Keeps what V8 compiles of the bundle up to the first answer of the command: `node dist/compile.js` (docs/decisions/0148). Part of the build, and
// of what installs the package for one version of Node.js.
import { writeCompiled } from './compiled-code.ts';
import { compiledFile, loadBundle, runBundle } from './run-bundle.ts';

const bundle = loadBundle();
process.on('exit', (code) => {
  if (code === 0) writeCompiled(compiledFile, bundle.createCachedData());
});
process.argv.push('--version');
// Nobody asked for the version.
process.stdout.write = () => true;
runBundle(bundle);
