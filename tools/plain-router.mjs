// The router of the framework compiles functions from text for every part of a path, about 700 at a start, which takes as long as a tenth of all
// routes. Closures do the same for it.

const REPLACED = {
  'find-my-way/lib/node.js': [
    [/return new Function\('path', 'i', [^\n]*/, 'return (path, i) => path.startsWith(prefix, i)'],
  ],
  'find-my-way/lib/handler-storage.js': [
    [
      'const fnBody = ["\'use strict\'"]\n',
      'if (params.length === 0) return () => new NullObject()\n    const fnBody = ["\'use strict\'"]\n',
    ],
  ],
};

/** A plugin of the build. It fails where a new version of the router has another text. */
export const plainRouter = {
  name: 'plain-router',
  transform(code, id) {
    const file = Object.keys(REPLACED).find((name) => id.endsWith(`/node_modules/${name}`));
    if (!file) return undefined;
    return REPLACED[file].reduce((text, [from, to]) => {
      const replaced = text.replace(from, to);
      if (replaced === text) throw new Error(`${file} has changed: look at tools/plain-router.mjs`);
      return replaced;
    }, code);
  },
};
