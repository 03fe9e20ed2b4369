import { type ImportKindName, importKinds } from '../../api/import-kinds.ts';

const KEY = 'openslot.fileImport';

/** What was chosen last in this browser: the records, and the mapping of each kind. */
export interface RememberedChoice {
  readonly kind: ImportKindName;
  readonly mappings: Readonly<Record<string, string>>;
}

const isKind = (value: unknown): value is ImportKindName =>
  typeof value === 'string' && Object.hasOwn(importKinds, value);

export function rememberedChoice(): RememberedChoice {
  try {
    const { kind, mappings } = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, unknown>;
    const texts = Object.entries(typeof mappings === 'object' && mappings !== null ? mappings : {});
    return {
      kind: isKind(kind) ? kind : 'Resource',
      mappings: Object.fromEntries(texts.filter((entry): entry is [string, string] => typeof entry[1] === 'string')),
    };
  } catch {
    return { kind: 'Resource', mappings: {} };
  }
}

export const rememberChoice = (choice: RememberedChoice): void => {
  localStorage.setItem(KEY, JSON.stringify(choice));
};
