#!/usr/bin/env node
// The command openslot: the bundle of src/cli.ts, with the code that V8 compiled beforehand (docs/decisions/0148). The package on npm has none,
// because it holds for one version of Node.js. V8 compiles where there is none, and where it is that of another version.
import { readCompiled } from './compiled-code.ts';
import { compiledFile, loadBundle, runBundle } from './run-bundle.ts';

runBundle(loadBundle(readCompiled(compiledFile)));
