import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const WORKER = fileURLToPath(new URL('src/worker/worker.ts', import.meta.url));
/** What opens offline: the frame, the timesheets, and the languages. Other pages are cached when they are first opened. */
const OPENS = [
  /index\.html$/,
  /\/timesheets-page\.tsx$/,
  /\/running-timer\.tsx$/,
  /\/i18n\/(nl|de|fr)\.ts$/,
  /\/clear-device\.ts$/,
];

/** Builds the service worker beside the pages, with the names of the files to cache. */
export const shellPlugin = (): Plugin => ({
  name: 'shell',
  apply: 'build',
  enforce: 'post',
  buildStart() {
    this.emitFile({ type: 'chunk', id: WORKER, fileName: 'worker.js' });
  },
  generateBundle(_, bundle) {
    const files = new Set<string>();
    const visit = (name: string): void => {
      const chunk = bundle[name];
      if (files.has(name) || chunk?.type !== 'chunk') return;
      files.add(name);
      for (const css of chunk.viteMetadata?.importedCss ?? []) files.add(css);
      for (const other of chunk.imports) visit(other);
    };
    for (const [name, part] of Object.entries(bundle))
      if (part.type === 'chunk' && OPENS.some((page) => page.test(part.facadeModuleId ?? ''))) visit(name);
    for (const name of Object.keys(bundle)) if (name.endsWith('.svg')) files.add(name);
    const named = [...files].sort().map((name) => `/app/${name}`);
    const version = createHash('sha256').update(named.join('\n')).digest('hex').slice(0, 16);
    const worker = bundle['worker.js'];
    if (worker?.type !== 'chunk') throw new Error('the service worker was not built');
    worker.code = `const SHELL = ${JSON.stringify({ version, files: named })};\n${worker.code}`;
  },
});
