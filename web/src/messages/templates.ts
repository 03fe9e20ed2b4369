/**
 * Messages of the service by code, for languages other than English: the service itself sends English. The first template is used whose
 * parameters were all sent, so the last one of a code has none but those that every failure has.
 */
export type Templates = Readonly<Record<string, readonly string[]>>;

/** Parameters that every failure has. */
export const ALWAYS = ['requestId'] as const;

export type Parameters = Readonly<Record<string, string | number | undefined>>;

const PLACEHOLDER = /\{(\w+)\}/g;
export const placeholdersOf = (template: string): string[] =>
  [...template.matchAll(PLACEHOLDER)].map(([, name = '']) => name);

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** The message of a code with its parameters; undefined where there is no template. Instants are shown by `moment`. */
export function filled(
  templates: Templates,
  code: string,
  parameters: Parameters,
  moment: (instant: string) => string,
): string | undefined {
  const template = templates[code]?.find((each) =>
    placeholdersOf(each).every((name) => parameters[name] !== undefined && parameters[name] !== ''),
  );
  return template?.replace(PLACEHOLDER, (_, name: string) => {
    const value = String(parameters[name]);
    return INSTANT.test(value) ? moment(value) : value.slice(0, 200);
  });
}
