/**
 * JSON5 as JSON, in one pass. The usual parser looks at one character after the other and takes eleven seconds for ten megabytes; this
 * takes as long as JSON.parse does. It knows what people write (comments, trailing commas, single quotes, names without quotes,
 * numbers such as +1 or 0xFF) and answers undefined for everything else, well-formed or not: then the slow parser decides.
 */
export function jsonOf(json5: string): string | undefined {
  const out: string[] = [];
  const open: string[] = [];
  let before: 'open' | 'comma' | 'colon' | 'name' | 'value' | undefined;
  let at = 0;
  const put = (text: string, kind: 'open' | 'name' | 'value'): void => {
    // A comma is only written when something follows it.
    if (before === 'comma') out.push(',');
    out.push(text);
    before = kind;
  };
  TOKEN.lastIndex = 0;
  for (let found = TOKEN.exec(json5); found; found = TOKEN.exec(json5)) {
    const [token] = found;
    at += token.length;
    const first = token[0] as string;
    if (/\s/.test(first) || first === '/' || first === '\ufeff') continue;
    if (first === '{' || first === '[') {
      put(token, 'open');
      open.push(first);
    } else if (first === '}' || first === ']') {
      open.pop();
      out.push(token);
      before = 'value';
    } else if (first === ',') {
      if (before !== 'value' || open.length === 0) return undefined;
      before = 'comma';
    } else if (first === ':') {
      out.push(token);
      before = 'colon';
    } else {
      const isName = open.at(-1) === '{' && (before === 'open' || before === 'comma');
      const text = first === '"' || first === "'" ? quoted(token) : isName ? named(token) : plain(token);
      if (text === undefined) return undefined;
      put(text, isName ? 'name' : 'value');
    }
  }
  return at === json5.length ? out.join('') : undefined;
}

const TOKEN =
  /\s+|\/\/[^\n\r\u2028\u2029]*|\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\/|"[^"\\\n\r]*(?:\\.[^"\\\n\r]*)*"|'[^'\\\n\r]*(?:\\.[^'\\\n\r]*)*'|[{}[\]:,]|[^\s{}[\]:,'"/]+/y;

/** Escapes that JSON has too; the others are rare. */
const KNOWN_ESCAPE = /^\\(?:["\\/bfnrtu])$/;

function quoted(token: string): string | undefined {
  if (token[0] === '"' && !token.includes('\\')) return token;
  let isKnown = true;
  const inside = token.slice(1, -1).replace(/\\.|"/g, (part) => {
    if (part === '"') return '\\"';
    if (part === "\\'") return "'";
    isKnown &&= KNOWN_ESCAPE.test(part);
    return part;
  });
  return isKnown ? `"${inside}"` : undefined;
}

const named = (token: string): string | undefined => (/^[A-Za-z_$][\w$]*$/.test(token) ? `"${token}"` : undefined);

function plain(token: string): string | undefined {
  if (/^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/.test(token)) return token;
  const number = /^([+-]?)(0[xX][\da-fA-F]+|(?:(?:0|[1-9]\d*)(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)$/.exec(token);
  const value = Number(number?.[2]);
  return number && Number.isFinite(value) ? `${number[1] === '-' ? '-' : ''}${JSON.stringify(value)}` : undefined;
}
