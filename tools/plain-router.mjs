// The router of the framework compiles functions from text for the parts of all paths: half of the time that it takes at a start. Closures do
// the same. Lines stay where they are, for the source map.

const REPLACED = {
  'find-my-way/lib/node.js': [
    /return new Function\('path', 'i', [^\n]*/,
    'return (path, i) => path.startsWith(prefix, i)',
  ],
  'find-my-way/lib/handler-storage.js': [
    /(_compileCreateParamsObject \(params\) \{)\n/,
    '$1 if (params.length === 0) return () => new NullObject();\n',
  ],
};

/** The map of a text whose lines come from the same lines of a file. */
const sameLines = (code, file) => ({
  version: 3,
  sources: [file],
  names: [],
  mappings: `AAAA${';AACA'.repeat(code.split('\n').length - 1)}`,
});

/** A plugin of the build. It fails where a new version of the router has another text. */
export const plainRouter = {
  name: 'plain-router',
  transform(code, id) {
    const file = Object.keys(REPLACED).find((name) => id.endsWith(`/node_modules/${name}`));
    if (!file) return undefined;
    const [from, to] = REPLACED[file];
    if (!from.test(code)) throw new Error(`${file} has changed: look at tools/plain-router.mjs`);
    return { code: code.replace(from, to), map: sameLines(code, id) };
  },
};
