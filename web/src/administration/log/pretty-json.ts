/** Shorter values stay on one line. */
const ONE_LINE = 100;

/** Formats JSON for reading: short lists stay on one line, long ones are broken up. */
export function prettyJson(value: unknown, indent = ''): string {
  const short = JSON.stringify(value);
  if (typeof value !== 'object' || value === null || short.length + indent.length <= ONE_LINE) return short;
  const deeper = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((each) => prettyJson(each, deeper))
    : Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${prettyJson(each, deeper)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${parts.map((part) => `${deeper}${part}`).join(',\n')}\n${indent}${close}`;
}
