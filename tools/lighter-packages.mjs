// What packages do at a start and nobody needs. The router of the framework compiles functions from text for the parts of all paths: half of the
// time that it takes. Closures do the same. The driver of PostgreSQL makes Node.js load its HTTP client to find out whether it runs in a worker
// of Cloudflare, and its web cryptography for the password of each connection: the plain one does the same. A key that was derived is kept for the
// next connection. Lines stay where they are, for the source map.

/** Of the web cryptography, what the driver uses of it. */
const PLAIN_CRYPTO = `const subtleCrypto = {
  derived: {},
  digest: async (name, data) => nodeCrypto.createHash(name.replace('-', '')).update(data).digest(),
  importKey: async (format, key) => Buffer.from(key),
  sign: async (name, key, data) => nodeCrypto.createHmac('sha256', key).update(data).digest(),
  async deriveBits({ salt, iterations }, key) {
    const of = [key.toString('base64'), salt.toString('base64'), iterations].join();
    if (this.derived.of !== of) this.derived = { of, bits: await new Promise((resolve, reject) =>
      nodeCrypto.pbkdf2(key, salt, iterations, 32, 'sha256', (error, bits) => error ? reject(error) : resolve(bits))) };
    return this.derived.bits;
  },
}`.replace(/\n\s*/g, ' ');

const REPLACED = {
  'find-my-way/lib/node.js': [
    /return new Function\('path', 'i', [^\n]*/,
    'return (path, i) => path.startsWith(prefix, i)',
  ],
  'find-my-way/lib/handler-storage.js': [
    /(_compileCreateParamsObject \(params\) \{)\n/,
    '$1 if (params.length === 0) return () => new NullObject();\n',
  ],
  'pg/lib/crypto/utils.js': [
    /const webCrypto = [^\n]*([\s\S]*?)const subtleCrypto = [^\n]*/,
    `const webCrypto = { getRandomValues: (bytes) => nodeCrypto.randomFillSync(bytes) }$1${PLAIN_CRYPTO}`,
  ],
  'pg/lib/stream.js': [/if \(isCloudflareRuntime\(\)\)/, 'if (false)'],
};

/** The map of a text whose lines come from the same lines of a file. */
const sameLines = (code, file) => ({
  version: 3,
  sources: [file],
  names: [],
  mappings: `AAAA${';AACA'.repeat(code.split('\n').length - 1)}`,
});

/** A plugin of the build. It fails where a new version of a package has another text. */
export const lighterPackages = {
  name: 'lighter-packages',
  transform(code, id) {
    const file = Object.keys(REPLACED).find((name) => id.endsWith(`/node_modules/${name}`));
    if (!file) return undefined;
    const [from, to] = REPLACED[file];
    if (!from.test(code)) throw new Error(`${file} has changed: look at tools/lighter-packages.mjs`);
    return { code: code.replace(from, to), map: sameLines(code, id) };
  },
};
