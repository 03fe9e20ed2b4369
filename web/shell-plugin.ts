import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const WORKER = fileURLToPath(new URL('src/worker/worker.ts', import.meta.url));
/** What opens offline: the frame, the own day, the timesheets, and the languages. Other pages are cached when they are first opened. */
const OPENS = [
  /index\.html$/,
  /\/first-colors\.ts$/,
  /\/timesheets-page\.tsx$/,
  /\/my-day-page\.tsx$/,
  /\/running-timer\.tsx$/,
  /\/i18n\/(nl|de|fr)\.ts$/,
  /\/clear-device\.ts$/,
  /\/own-theme\.tsx$/,
];

/** What a phone needs to install the application. Its name changes with its content, as those of all files do. */
function webManifest(icon: string): { name: string; source: string } {
  const source = JSON.stringify({
    name: 'Openslot',
    short_name: 'Openslot',
    start_url: '/app/',
    scope: '/app/',
    display: 'standalone',
    background_color: '#f4f6f9',
    theme_color: '#1c2f47',
    icons: [{ src: `/app/${icon}`, sizes: 'any', type: 'image/svg+xml', purpose: 'any' }],
  });
  return { name: `assets/app-${createHash('sha256').update(source).digest('hex').slice(0, 8)}.webmanifest`, source };
}

const iconIn = (names: readonly string[]): string => {
  const icon = names.find((name) => /\/icon-[^/]+\.svg$/.test(name));
  if (icon === undefined) throw new Error('the icon of the application was not built');
  return icon;
};

/** Builds the service worker beside the pages, with the names of the files to cache, and the description that lets phones install the application. */
export const shellPlugin = (): Plugin => ({
  name: 'shell',
  apply: 'build',
  enforce: 'post',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) => [
      {
        tag: 'link',
        attrs: { rel: 'manifest', href: `/app/${webManifest(iconIn(Object.keys(bundle))).name}` },
        injectTo: 'head',
      },
    ],
  },
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
    const manifest = webManifest(iconIn(Object.keys(bundle)));
    this.emitFile({ type: 'asset', fileName: manifest.name, source: manifest.source });
    const worker = bundle['worker.js'];
    if (worker?.type !== 'chunk') throw new Error('the service worker was not built');
    worker.code = `const SHELL = ${JSON.stringify({ version, files: named })};\n${worker.code}`;
  },
});
