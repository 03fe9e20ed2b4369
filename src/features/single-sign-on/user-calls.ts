import { type FilterValue, grantsOf } from '../../domain/claim-rules.ts';
import { foldKeyPart } from '../../domain/natural-key.ts';
import type { Session } from '../../platform/postgres/database.ts';
import { fromObject } from '../../records/writing/from-object.ts';
import type { SentCall } from '../../records/writing/sent-call.ts';
import type { ProvenPerson } from './exchange-code.ts';
import { filterValuesOf, type KnownUser } from './identity-store.ts';
import type { Provider } from './provider.ts';
import { SignInFailure } from './sign-in-failure.ts';

/** LoginType of users without a password of their own. */
const SINGLE_SIGN_ON = 2;

/** What is written at a sign-in: the user, with the roles, teams and filter values of the rules. Nothing where the user stays as it is. */
export async function userCalls(
  db: Session,
  tenantId: number,
  { provider, person }: { readonly provider: Provider; readonly person: ProvenPerson },
  known: KnownUser | undefined,
  email: string,
): Promise<SentCall[]> {
  const isFirst = known === undefined || known.subject === null;
  if (!isFirst && provider.rolesFrom === 'firstSignIn') return [];
  const { rules } = provider;
  const given = grantsOf(rules, provider.defaultRoles, person.claims);
  const roles = [...new Set([...given.roles, ...(known?.groupRoles ?? [])])];
  const teams = [...new Set([...given.teams, ...(known?.groupTeams ?? [])])];
  if (roles.length === 0)
    throw new SignInFailure('noRole', `No rule gives ${email} a role, and there are no default roles.`);
  const { name } = person.claims;
  const user = {
    email,
    roles,
    // Left alone where no rule speaks of them: then administrators set them.
    ...(rules.some((rule) => rule.teams.length > 0) ? { teams } : {}),
    ...(known
      ? {}
      : { loginType: SINGLE_SIGN_ON, ...(typeof name === 'string' ? { displayName: name.slice(0, 100) } : {}) }),
  };
  return [
    fromObject('mboc_upsertUser', user),
    ...(await filterCalls(
      db,
      tenantId,
      email,
      rules.flatMap((rule) => rule.filterValues),
      [...given.filterValues, ...(known?.groupValues ?? [])],
    )),
  ];
}

/** In the groups that rules speak of, a user has what the rules give and nothing else. */
async function filterCalls(
  db: Session,
  tenantId: number,
  email: string,
  named: readonly FilterValue[],
  granted: readonly FilterValue[],
): Promise<SentCall[]> {
  const groups = [...new Set(named.map(({ group }) => foldKeyPart(group)))];
  if (groups.length === 0) return [];
  const wanted = new Set(granted.map(nameOf));
  const before = await filterValuesOf(db, tenantId, foldKeyPart(email), groups);
  const record = ({ group, value }: FilterValue) => ({ email, filterGroup: group, filterValue: value });
  return [
    ...before
      .filter((each) => !wanted.has(nameOf(each)))
      .map((each) => fromObject('mboc_deleteUserFilterValue', record(each))),
    ...granted.map((each) => fromObject('mboc_upsertUserFilterValue', record(each))),
  ];
}

const nameOf = ({ group, value }: FilterValue): string => JSON.stringify([foldKeyPart(group), foldKeyPart(value)]);
