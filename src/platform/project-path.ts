import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** A file or folder of this installation, by its path from the folder of package.json. A bundled module is not as deep as its source file. */
export const projectPath = (...names: readonly string[]): string => path.join(projectFolder(), ...names);

function projectFolder(): string {
  let folder = path.dirname(fileURLToPath(import.meta.url));
  while (!existsSync(path.join(folder, 'package.json'))) {
    const parent = path.dirname(folder);
    if (parent === folder) throw new Error(`no package.json above ${import.meta.url}`);
    folder = parent;
  }
  return folder;
}
