import { randomBytes } from 'node:crypto';
import { aCall, type Client, clientFor, type TestService, type TestTenant } from './service.ts';

/** The data filters of a person. Values limit in groups that are marked for row security. */
export interface DataFilters {
  readonly filterValues?: readonly (readonly [group: string, value: string])[];
  readonly categories?: readonly string[];
  readonly timeMarkers?: readonly string[];
  readonly teams?: readonly string[];
}

export interface LimitedPerson {
  readonly email: string;
  readonly client: Client;
  readonly token: { readonly authorization: string };
  /** Replaces all data filters of the person. */
  limit(filters: DataFilters): Promise<void>;
}

const PASSWORD = 'a long password of a person';

/** A person with a token whose data filters can be changed. The filter values that they get must exist. */
export async function aLimitedPerson(
  service: TestService,
  { client }: TestTenant,
  roles: string,
  filters: DataFilters = {},
): Promise<LimitedPerson> {
  const email = `${randomBytes(6).toString('hex')}@example.com`;
  let held: DataFilters['filterValues'] = [];
  const filterValue = (procedure: string, [group, value]: readonly [string, string]) =>
    aCall(procedure, { Email: email, FilterGroup: group, FilterValue: value });
  const limit = async ({ filterValues = [], categories = [], timeMarkers = [], teams = [] }: DataFilters) => {
    const { status, text } = await client.import([
      ...(held ?? []).map((each) => filterValue('mboc_deleteUserFilterValue', each)),
      aCall('mboc_upsertUser', {
        Email: email,
        Categories: categories.join(';'),
        TimeMarkers: timeMarkers.join(';'),
        Teams: teams.join(';'),
      }),
      ...filterValues.map((each) => filterValue('mboc_upsertUserFilterValue', each)),
    ]);
    if (status !== 200) throw new Error(text);
    held = filterValues;
  };
  await client.post('/user', { Email: email, Password: PASSWORD, Roles: roles });
  await limit(filters);
  const { body, text } = await client.post('/tokens', { username: email, password: PASSWORD });
  if (typeof body.access_token !== 'string') throw new Error(text);
  const token = { authorization: `Bearer ${body.access_token}` };
  return { email, client: clientFor(service.baseUrl, token), token, limit };
}
