import { readFileSync } from 'node:fs';
import { projectPath } from '../../platform/project-path.ts';

let common: ReadonlySet<string> | undefined;

/** The shipped list; read when the first password is set, which is 80 KB and takes a few milliseconds. */
export function commonPasswords(): ReadonlySet<string> {
  common ??= new Set(readFileSync(projectPath('assets', 'common-passwords.txt'), 'utf8').trimEnd().split('\n'));
  return common;
}
