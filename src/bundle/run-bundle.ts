import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { constants, Script } from 'node:vm';

/** The name of the bundle, set by the build. It follows from its content, so that compiled code of another bundle is never taken. */
declare const BUNDLE: string;

const file = path.join(path.dirname(fileURLToPath(import.meta.url)), BUNDLE);

/** What V8 compiled of the bundle. */
export const compiledFile = `${file}.cache`;

/** The bundle of src/cli.ts, which the build has made a function with what a CommonJS module is given. */
export const loadBundle = (cachedData?: Buffer): Script =>
  new Script(readFileSync(file, 'latin1'), {
    filename: file,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    ...(cachedData ? { cachedData } : {}),
  });

export function runBundle(bundle: Script): void {
  const require = createRequire(file);
  const exports = {};
  // Files that are loaded later use what the bundle exports.
  require.cache[file] = { exports, loaded: true } as NodeJS.Module;
  bundle.runInThisContext()(exports, require, file);
}
