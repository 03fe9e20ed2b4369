#!/usr/bin/env node
// The command openslot: the bundle of src/cli.ts, with the code that V8 compiled beforehand (docs/decisions/0148). The package on npm has none,
// because it holds for one version of Node.js. V8 compiles where there is none, and where it is that of another version.
import { readCompiled } from './compiled-code.ts';
import { firstDataFolder } from './first-start.ts';
import { compiledFile, loadBundle, runBundle } from './run-bundle.ts';

const dataDir = firstDataFolder(process.argv.slice(2), process.env);
if (dataDir !== undefined) {
  const { beginDraft } = await import('../platform/postgres/embedded/begun-draft.ts');
  // The start does it again, and says why it cannot.
  await beginDraft(dataDir).catch(() => {});
}
runBundle(loadBundle(readCompiled(compiledFile)));
