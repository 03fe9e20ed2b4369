import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { firstColorsPlugin } from './first-colors-plugin.ts';
import { shellPlugin } from './shell-plugin.ts';

/** The routes that pages and controls call are there for the tests, which hold them against the service; no page needs them. */
const withoutCalledRoutes: Plugin = {
  name: 'without-called-routes',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/session\/(?:controls|page-needs)\.ts$/ },
    handler: (code) => ({ code: code.replace(/'(?:GET|POST|PUT|DELETE) \/[^']*'/g, "''"), map: null }),
  },
};

/** The pages, built into dist/web and served by the API process below /app/. `vite web` alone forwards requests to a service on port 8080. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/app/',
  plugins: [react(), firstColorsPlugin(), shellPlugin(), withoutCalledRoutes],
  build: {
    outDir: fileURLToPath(new URL('../dist/web', import.meta.url)),
    emptyOutDir: true,
    manifest: true,
    license: { fileName: 'licenses.md' },
    // The application, and the script of the API reference (src/features/docs).
    rolldownOptions: {
      input: ['index.html', 'src/docs/main.ts'].map((name) => fileURLToPath(new URL(name, import.meta.url))),
    },
    target: 'es2023',
    // Icons of the style sheets too are files: the pages allow no data of other kinds than images.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1000,
  },
});
