import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** The page that people land on. */
const LANDING = 'src/planning/planning-page.tsx';

/**
 * What the browser loads of JavaScript before the first page works: the entry, the landing page, and all that they import.
 * @param {string} folder of the built pages
 * @returns {{ scripts: string[], bytes: number }} gzipped
 */
export function firstPageScripts(folder) {
  const manifest = JSON.parse(readFileSync(path.join(folder, '.vite', 'manifest.json'), 'utf8'));
  const scripts = new Set();
  const visit = (name) => {
    const { file, imports = [] } = manifest[name];
    if (scripts.has(file)) return;
    scripts.add(file);
    for (const other of imports) visit(other);
  };
  for (const name of ['index.html', LANDING]) visit(name);
  const bytes = [...scripts].reduce((sum, file) => sum + statSync(path.join(folder, `${file}.gz`)).size, 0);
  return { scripts: [...scripts], bytes };
}
