import type { ImportKindName } from '../../api/import-kinds.ts';
import { fieldNames, otherNames } from './field-names.ts';
import { fieldsOf } from './mapping.ts';

/** Spaces, signs, accents and case do not count: "Ressourcen-Nr." is "ressourcennr". */
const plainName = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Names by which a parameter is recognized, best first: its own, that of the tenant, those of the four languages. */
const namesOf = (
  kind: ImportKindName,
  caption: (property: string) => string | undefined,
): readonly (readonly [param: string, names: readonly string[]])[] =>
  fieldsOf(kind).map(({ param, property, aliases }) => [
    param,
    [
      param,
      property,
      caption(property) ?? '',
      ...aliases,
      ...Object.values(fieldNames).map((names) => names[param] ?? ''),
      ...(otherNames[param] ?? []),
    ]
      .map(plainName)
      .filter((name) => name !== ''),
  ]);

/** Parameter by column. Each parameter is used once: the column with its best name gets it. */
export function guessMapping(
  kind: ImportKindName,
  columns: readonly string[],
  caption: (property: string) => string | undefined = () => undefined,
): Readonly<Record<string, string>> {
  const known = namesOf(kind, caption);
  const found = columns.flatMap((column) => {
    const name = plainName(column);
    return known.flatMap(([param, names]) => {
      const rank = names.indexOf(name);
      return rank < 0 ? [] : [{ column, param, rank }];
    });
  });
  const guessed: Record<string, string> = {};
  const used = new Set<string>();
  for (const { column, param } of found.toSorted((a, b) => a.rank - b.rank))
    if (guessed[column] === undefined && !used.has(param)) {
      guessed[column] = param;
      used.add(param);
    }
  return guessed;
}
