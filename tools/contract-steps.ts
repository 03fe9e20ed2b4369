/** Texts, comments and bodies of functions are not statements of the migration. Quoted names keep their text. */
function bare(sql: string): string {
  return sql
    .replaceAll(/--[^\n]*/g, '')
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/\$(\w*)\$.*?\$\1\$/gs, "''")
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .replaceAll('"', '')
    .replaceAll(/\s+/g, ' ')
    .toLowerCase();
}

/** The parts of an `alter table`, separated by the commas outside of parentheses. */
function actions(statement: string): string[] {
  let depth = 0;
  let from = 0;
  const found: string[] = [];
  for (const [at, letter] of [...statement].entries()) {
    if (letter === '(') depth += 1;
    if (letter === ')') depth -= 1;
    if (letter !== ',' || depth > 0) continue;
    found.push(statement.slice(from, at).trim());
    from = at + 1;
  }
  return [...found, statement.slice(from).trim()];
}

const ALTER = /^alter table (?:if exists )?(?:only )?(\S+) (.*)$/;
const DROP = /^drop (\w+) (?:concurrently )?(?:if exists )?([^\s;,(]+)/;

/** What is dropped and made again in the same file is replaced. */
const isMadeAgain = (text: string, kind: string, name: string): boolean =>
  new RegExp(
    `\\b(?:create|add) (?:or replace |unique )*${kind} (?:if not exists )?${name.replaceAll(/[^\w]/g, '\\$&')}(?!\\w)`,
  ).test(text);

function wrongInAlter(table: string, action: string, made: ReadonlySet<string>, text: string): string | undefined {
  // A table that the same file creates is used by nobody yet.
  if (made.has(table)) return undefined;
  if (/^rename\b/.test(action)) return 'renames';
  if (/^drop constraint\b/.test(action)) {
    const [, name = ''] = /^drop constraint (?:if exists )?(\S+)/.exec(action) ?? [];
    return isMadeAgain(text, 'constraint', name) ? undefined : 'drops a constraint';
  }
  if (/^drop (?:column )?\w/.test(action)) return 'drops a column';
  if (/^alter (?:column )?\S+ (?:set data )?type\b/.test(action)) return 'changes the type of a column';
  if (/^alter (?:column )?\S+ set not null\b/.test(action)) return 'refuses null in a column';
  if (/^alter (?:column )?\S+ drop default\b/.test(action)) return 'drops a default';
  if (/^add (?:column )?(?!constraint|check|unique|primary|foreign|exclude)/.test(action))
    return /\bnot null\b/.test(action) && !/\b(?:default|generated)\b/.test(action)
      ? 'adds a column that must be given'
      : undefined;
  return undefined;
}

/**
 * What a migration does that the previous version does not survive while it still serves. Empty for one that only adds. Rules that only new
 * rows could break (a check, a unique index) are not found: whether the previous version writes such rows is for the reviewer to decide.
 */
export function contractSteps(sql: string): string[] {
  const text = bare(sql);
  const made = new Set([...text.matchAll(/\bcreate table (?:if not exists )?([^\s(]+)/g)].map(([, name = '']) => name));
  const found: string[] = [];
  for (const statement of text.split(';').map((each) => each.trim())) {
    const [, table, rest] = ALTER.exec(statement) ?? [];
    if (table !== undefined && rest !== undefined)
      for (const action of actions(rest)) {
        const wrong = wrongInAlter(table, action, made, text);
        if (wrong) found.push(`${wrong}: alter table ${table} ${action}`);
      }
    const [, kind = '', name = ''] = DROP.exec(statement) ?? [];
    if (kind !== '' && !isMadeAgain(text, kind, name)) found.push(`drops: ${statement}`);
    if (/^truncate\b/.test(statement)) found.push(`empties: ${statement}`);
    if (/^alter (?:type|view|function|sequence|index) .*\brename\b/.test(statement))
      found.push(`renames: ${statement}`);
  }
  return found;
}
