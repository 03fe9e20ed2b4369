import { refuse } from '../../domain/errors.ts';
import { foldKeyPart } from '../../domain/natural-key.ts';
import { LONGEST_PROPERTY } from '../../domain/text-limits.ts';

/** Sessions that a claim names one by one: by their ids, or by what the caller calls them. */
export interface Selection {
  has(session: { readonly id: number; readonly externalId: string | null }): boolean;
}

const MOST = 1000;
const NAMES = { ids: 'timeSessionIds', references: 'externalIds' } as const;

export const selectionSchema = {
  [NAMES.ids]: {
    type: 'array',
    items: { type: 'integer' },
    maxItems: MOST,
    description: 'Only these sessions, and those of externalIds. Default: all sessions of the day.',
  },
  [NAMES.references]: { type: 'array', items: { type: 'string' }, maxItems: MOST, description: 'Only these sessions.' },
};

/** Takes the selection out of a body; undefined where it names no session at all. */
export function takeSelection(body: unknown): { selection: Selection | undefined; rest: unknown } {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return { selection: undefined, rest: body };
  const sent = Object.entries(body);
  const listed = (name: string): readonly unknown[] | undefined => {
    const value: unknown = sent.find(([sentName]) => isCalled(sentName, name))?.[1] ?? undefined;
    if (value === undefined) return undefined;
    if (!Array.isArray(value) || value.length > MOST)
      throw refuse('REQ014', `${name}: must be a list of at most ${MOST} sessions.`, name);
    return value;
  };
  const [ids, references] = [listed(NAMES.ids), listed(NAMES.references)];
  const rest = Object.fromEntries(
    sent.filter(([sentName]) => !Object.values(NAMES).some((name) => isCalled(sentName, name))),
  );
  if (!ids && !references) return { selection: undefined, rest };
  const byId = new Set((ids ?? []).map(Number));
  const byReference = new Set((references ?? []).map(reference).map(foldKeyPart));
  return {
    rest,
    selection: {
      has: ({ id, externalId }) => byId.has(id) || (externalId !== null && byReference.has(foldKeyPart(externalId))),
    },
  };
}

function reference(sent: unknown): string {
  if (typeof sent !== 'string' && typeof sent !== 'number')
    throw refuse('REQ014', `${NAMES.references}: must be a list of texts.`, NAMES.references);
  const text = String(sent);
  if (text.length > LONGEST_PROPERTY)
    throw refuse('REQ013', `${NAMES.references}: at most ${LONGEST_PROPERTY} characters.`, NAMES.references);
  return text;
}

const isCalled = (sentName: string, name: string): boolean => sentName.trim().toLowerCase() === name.toLowerCase();
