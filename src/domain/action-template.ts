import { scriptScheme } from './values/script-uri.ts';

/** Values by their names in lower case. */
export type TemplateValues = ReadonlyMap<string, string>;

/** `{jobNo}`, `{job.description}`, or `#JOBNO#` as templates of other programs spell it. */
const PLACEHOLDER = /\{([a-z][\w.]*)\}|#([a-z][\w.]*)#/gi;

export interface Filled {
  readonly address: string;
  /** Placeholders that name no value; they are left as they are. */
  readonly unknown: readonly string[];
}

/** A template with its placeholders replaced by encoded values. Undefined where the result must not become a link. */
export function fillTemplate(template: string, values: TemplateValues): Filled | undefined {
  const unknown: string[] = [];
  const address = template.replace(PLACEHOLDER, (whole, braces?: string, hashes?: string) => {
    const name = braces ?? hashes ?? '';
    const value = values.get(name.toLowerCase());
    if (value !== undefined) return encodeURIComponent(value.toWellFormed());
    unknown.push(name);
    return whole;
  });
  return scriptScheme(address) === undefined ? { address, unknown } : undefined;
}
