import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const SCRIPT = fileURLToPath(new URL('src/first-colors.ts', import.meta.url));

/** Puts the script that chooses light or dark colours before everything else of the page. It is no module: modules run after the first drawing. */
export const firstColorsPlugin = (): Plugin => {
  let isBuild = false;
  return {
    name: 'first-colors',
    configResolved(config) {
      isBuild = config.command === 'build';
    },
    buildStart() {
      if (isBuild) this.emitFile({ type: 'chunk', id: SCRIPT });
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        if (!bundle)
          return [{ tag: 'script', attrs: { type: 'module', src: '/app/src/first-colors.ts' }, injectTo: 'head' }];
        const made = Object.values(bundle).find((part) => part.type === 'chunk' && part.facadeModuleId === SCRIPT);
        if (made?.type !== 'chunk' || made.imports.length + made.exports.length > 0)
          throw new Error('the script of the first colours was not built as one file');
        return [{ tag: 'script', attrs: { src: `/app/${made.fileName}` }, injectTo: 'head' }];
      },
    },
  };
};
