import { fillTemplate } from '../../domain/action-template.ts';
import { foldKeyPart } from '../../domain/natural-key.ts';
import type { Caller } from '../../platform/caller.ts';
import type { HasDatabase, Session } from '../../platform/postgres/database.ts';
import { model as modelNamed } from '../../records/derive/model.ts';
import { withinSourceApps } from '../../records/reading/list-query.ts';
import { listRecords, type StoredRecord } from '../../records/storage/record-reads.ts';
import { type ActionTarget, targetOf, valuesOf } from './action-target.ts';
import type { ActionQuery } from './contract.ts';

const MOST_ACTIONS = 500;
export const POST = 2;

/** GET /board/actions: those that appear in a menu, with their addresses. */
export async function actionsFor(
  deps: HasDatabase,
  caller: Caller,
  query: ActionQuery,
): Promise<Record<string, unknown>[]> {
  const target = await targetOf(deps, caller, query);
  const values = valuesOf(target, nameOfUser(caller));
  const actions = (await storedActions(deps.db, caller)).filter((action) => suits(action, target));
  return actions.flatMap((action) => {
    const filled = fillTemplate(String(action['uri']), values);
    if (!filled) return [];
    const isPost = action['requestType'] === POST;
    return [
      {
        id: action.id,
        description: descriptionOf(action),
        request: isPost ? 'POST' : 'GET',
        default: action['default'] === true,
        uri: isPost ? null : filled.address,
        unknown: filled.unknown,
      },
    ];
  });
}

/** The default action first, then by description. */
export async function storedActions(db: Session, caller: Caller): Promise<StoredRecord[]> {
  const model = modelNamed('ActionUri');
  return listRecords(
    db,
    caller.tenantId,
    model,
    {
      conditions: withinSourceApps(model, caller),
      orders: [
        { property: 'default', direction: 'desc' },
        { property: 'description', direction: 'asc' },
      ],
    },
    MOST_ACTIONS,
    0,
  );
}

/** An action without a source is for all; one of a source is for records of that source, and on the board for everybody. */
export function suits(action: StoredRecord, { types, kind, source }: ActionTarget): boolean {
  if (!types.includes(Number(action['uriType']))) return false;
  const same = (own: unknown, other: string | undefined): boolean =>
    own === null || kind === 'board' || (other !== undefined && foldKeyPart(String(own)) === foldKeyPart(other));
  return same(action['sourceApp'], source?.app) && same(action['sourceType'], source?.type);
}

/** What a menu shows where no description was stored: the host, without what may be a secret in the rest of the address. */
export const descriptionOf = (action: StoredRecord): string => {
  const [description, uri] = [action['description'], String(action['uri'])];
  if (typeof description === 'string' && description !== '') return description;
  return URL.canParse(uri) && new URL(uri).host !== '' ? new URL(uri).host : uri.slice(0, 60);
};

/** `user:anna@example.com` is anna@example.com for other programs. */
export const nameOfUser = ({ actor }: Pick<Caller, 'actor'>): string => actor.replace(/^\w+:/, '');
