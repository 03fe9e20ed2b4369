/** Names of query parameters whose values are no more for logs than a key is. */
const SECRET = /token|secret|passw|(?:api|subscription)[-_]?key|ds[-_]?user|authori[sz]ation|signature|jwt|session/i;

/** What follows opens a calendar or an account. */
const OPENS = /[/\\](?:feed|invitation|second-factor-removal|password[/\\]reset)[/\\]/i;

/** An identity provider returns here with a code that signs in, once. */
const CALLBACK = /[/\\]sso[/\\]callback(?:[/\\]|$)/i;

/** As routes read it: `%66eed` is `feed`. What is not well encoded stays as it is. */
const decoded = (text: string): string =>
  text.replace(/%([0-9a-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));

/**
 * An address as logs and messages show it. The address of a calendar feed opens the calendar, that of an invitation or a password reset an account; and a client may
 * send a token in a query although no route takes one.
 */
export function hiddenUrl(url: string): string {
  const [, path = '', query = ''] = /^([^?#]*)(.*)$/s.exec(url) ?? [];
  const read = decoded(path);
  if (CALLBACK.test(read)) return query === '' ? path : `${path}?[hidden]`;
  const found = OPENS.exec(read);
  return `${found ? `${read.slice(0, found.index + found[0].length)}[hidden]` : path}${withoutSecrets(query)}`;
}

const withoutSecrets = (query: string): string =>
  query.replace(/([?&#;])([^=&;#]*)=([^&;#]*)/g, (whole, before: string, name: string) =>
    SECRET.test(decoded(name)) ? `${before}${name}=[hidden]` : whole,
  );
