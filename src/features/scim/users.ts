import { refuse } from '../../domain/errors.ts';
import { foldKey } from '../../domain/natural-key.ts';
import type { Filter } from '../../domain/scim/filter.ts';
import { attributesOf, isObject, type JsonObject, readOperations } from '../../domain/scim/operations.ts';
import { patched } from '../../domain/scim/patch-resource.ts';
import { scimRefusal } from '../../domain/scim/scim-refusal.ts';
import type { Caller } from '../../platform/caller.ts';
import type { HasPublicAddress } from '../../platform/http/public-address.ts';
import type { HasDatabase, Transaction } from '../../platform/postgres/database.ts';
import { fromObject } from '../../records/writing/from-object.ts';
import { parseFor, writeWork } from '../../records/writing/write-calls.ts';
import type { WriteDeps } from '../../records/writing/write-deps.ts';
import { noteEvent } from '../access/audit-store.ts';
import type { HasInstallationProvider } from '../single-sign-on/provider.ts';
import { providerOf } from '../single-sign-on/provider-store.ts';
import { userAttributes, userResource, type WantedUser, wantedUser } from './user-resource.ts';
import { endSessions, holdUser, isTaken, keepUser, listUsers, type ScimUser, userById } from './user-store.ts';
import { refuseStale } from './versions.ts';

const options = { handling: 'default', dryRun: false, speak: 'property' } as const;

export interface Page {
  readonly filter: Filter | undefined;
  readonly startIndex: number;
  readonly count: number;
}

export interface ListedResources {
  readonly total: number;
  readonly resources: readonly JsonObject[];
}

/** The number of a user or group; ids that are none belong to nobody. */
export function numberOf(id: string, what: 'user' | 'group'): number {
  if (!/^\d{1,15}$/.test(id)) throw missing(id, what);
  return Number(id);
}
export const missing = (id: string, what: 'user' | 'group') =>
  refuse('APP001', `There is no ${what} ${id.slice(0, 50)}.`);

export async function findUsers(
  deps: HasDatabase & HasPublicAddress,
  { tenantId }: Caller,
  { filter, startIndex, count }: Page,
): Promise<ListedResources> {
  const { total, rows } = await listUsers(deps.db, tenantId, { filter, offset: startIndex - 1, count });
  return { total, resources: rows.map((user) => userResource(user, (path) => deps.publicAddress.url(path))) };
}

export async function showUser(deps: HasDatabase & HasPublicAddress, caller: Caller, id: string): Promise<JsonObject> {
  const user = await userById(deps.db, caller.tenantId, numberOf(id, 'user'));
  if (!user) throw missing(id, 'user');
  return userResource(user, (path) => deps.publicAddress.url(path));
}

/** Attributes of a body, with the quirks of clients taken out. */
function resourceOf(body: unknown): JsonObject {
  if (!isObject(body)) throw scimRefusal('invalidSyntax', 'The body must be a resource.', 'REQ007');
  return patched({}, attributesOf(body, 'replace'));
}

/** LoginType of users without a password of their own. */
const SINGLE_SIGN_ON = 2;

const hasProvider = async (
  { installationProvider }: HasInstallationProvider,
  tx: Transaction,
  { tenantId }: Caller,
): Promise<boolean> => installationProvider !== undefined || (await providerOf(tx, tenantId))?.enabled === true;

/** POST /Users. */
export async function createUser(
  deps: WriteDeps & HasPublicAddress & HasInstallationProvider,
  caller: Caller,
  body: unknown,
): Promise<JsonObject> {
  const wanted = wantedUser(resourceOf(body));
  const taken = scimRefusal('uniqueness', `A user with the userName ${wanted.userName} exists already.`, 'APP035');
  const { shown } = await writeWork(deps, caller, options, async (tx) => {
    if (await isTaken(tx, caller.tenantId, foldKey([wanted.email]), wanted.userName)) throw taken;
    const { email, displayName, active } = wanted;
    // People who sign in with the directory need no invitation to choose a password.
    const login = (await hasProvider(deps, tx, caller)) ? { loginType: SINGLE_SIGN_ON } : {};
    const call = fromObject('mboc_upsertUser', {
      email,
      enabled: active,
      ...login,
      ...(displayName === null ? {} : { displayName }),
    });
    return {
      parsed: await parseFor(deps, caller, [call], 'property'),
      size: 1,
      finish: async (context) => {
        const [result] = context.results;
        // Another request was faster.
        if (result?.outcome !== 'created' || result.id === undefined) throw taken;
        await keepUser(tx, caller.tenantId, result.id, wanted);
        return stored(deps, tx, caller, result.id);
      },
    };
  });
  return resourceIn(shown);
}

/** PUT /Users/{id}: the whole user. */
export const replaceUser = (
  deps: WriteDeps & HasPublicAddress,
  caller: Caller,
  id: string,
  body: unknown,
  ifMatch: string | undefined,
): Promise<JsonObject> => {
  const resource = resourceOf(body);
  // Not every client sends what it does not change; a user is not activated or renamed by that.
  return changeUser(deps, caller, id, ifMatch, ({ userName, enabled }) =>
    wantedUser({ userName, active: enabled, ...resource }),
  );
};

/** PATCH /Users/{id}. */
export const patchUser = (
  deps: WriteDeps & HasPublicAddress,
  caller: Caller,
  id: string,
  body: unknown,
  ifMatch: string | undefined,
): Promise<JsonObject> => {
  const operations = readOperations(body);
  return changeUser(deps, caller, id, ifMatch, (user) => wantedUser(patched(userAttributes(user), operations)));
};

async function changeUser(
  deps: WriteDeps & HasPublicAddress,
  caller: Caller,
  id: string,
  ifMatch: string | undefined,
  change: (user: ScimUser) => WantedUser,
): Promise<JsonObject> {
  const userId = numberOf(id, 'user');
  const { shown } = await writeWork(deps, caller, options, async (tx) => {
    const user = await heldUser(deps, tx, caller, id, ifMatch);
    const wanted = change(user);
    refuseRename(user, wanted);
    const { active, displayName } = wanted;
    const changes = {
      ...(active === user.enabled ? {} : { enabled: active }),
      ...(displayName === user.displayName ? {} : { displayName }),
    };
    const calls =
      Object.keys(changes).length === 0 ? [] : [fromObject('mboc_upsertUser', { email: user.email, ...changes })];
    return {
      parsed: await parseFor(deps, caller, calls, 'property'),
      size: calls.length,
      finish: async () => {
        await keepUser(tx, caller.tenantId, userId, wanted);
        if (user.enabled !== active) await noteActivity(tx, caller, user, active);
        return stored(deps, tx, caller, userId);
      },
    };
  });
  return resourceIn(shown);
}

async function noteActivity(tx: Transaction, caller: Caller, user: ScimUser, active: boolean): Promise<void> {
  if (!active) await endSessions(tx, caller.tenantId, user.id);
  const { tenantId, actor, address } = caller;
  await noteEvent(tx, {
    tenantId,
    kind: active ? 'user.activated' : 'user.deactivated',
    actor,
    subject: user.email,
    ...(address === undefined ? {} : { address }),
    detail: { by: 'scim' },
  });
}

/** The e-mail address is what a user is known by, to the records of the user as well. */
function refuseRename(user: ScimUser, wanted: WantedUser): void {
  const same = (one: string, other: string): boolean => foldKey([one]) === foldKey([other]);
  if (!same(user.userName, wanted.userName) || !same(user.email, wanted.email))
    throw scimRefusal(
      'mutability',
      `userName: ${user.userName} cannot be changed to ${wanted.userName}. Create a new user, and delete this one.`,
    );
}

/** DELETE /Users/{id}. */
export async function deleteUser(
  deps: WriteDeps & HasPublicAddress,
  caller: Caller,
  id: string,
  ifMatch: string | undefined,
): Promise<void> {
  await writeWork(deps, caller, options, async (tx) => {
    const { email } = await heldUser(deps, tx, caller, id, ifMatch);
    const call = fromObject('mboc_deleteUser', { email });
    return { parsed: await parseFor(deps, caller, [call], 'property'), size: 1 };
  });
}

async function heldUser(
  deps: HasPublicAddress,
  tx: Transaction,
  { tenantId }: Caller,
  id: string,
  ifMatch: string | undefined,
): Promise<ScimUser> {
  const user = await holdUser(tx, tenantId, numberOf(id, 'user'));
  if (!user) throw missing(id, 'user');
  refuseStale(
    ifMatch,
    userResource(user, (path) => deps.publicAddress.url(path)),
  );
  return user;
}

async function stored(deps: HasPublicAddress, tx: Transaction, { tenantId }: Caller, id: number) {
  const user = await userById(tx, tenantId, id);
  if (!user) throw new Error(`user ${id} was not stored`);
  return { resource: userResource(user, (path) => deps.publicAddress.url(path)) };
}

/** What `finish` of a write returned. */
export function resourceIn(shown: Readonly<Record<string, unknown>> | undefined): JsonObject {
  const resource = shown?.['resource'];
  if (!isObject(resource)) throw new Error('the resource was not shown');
  return resource;
}
