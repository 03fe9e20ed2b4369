import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { changeLog, Place, request, until } from './process.ts';
import { SharedDatabase } from './shared-database.ts';

/** Large enough that a kill meets it at work. */
const aPackage = (users: number) => ({
  owner: 'admin@localhost',
  layouts: [{ code: 'L', content: { columns: ['jobNo'] } }],
  profiles: [{ code: 'P', layouts: ['L'] }],
  users: Array.from({ length: users }, (_, n) => ({ email: `u${n}@example.com`, roles: ['viewer'], profiles: ['P'] })),
});

describe('a service that is killed after its 202', () => {
  let shared: SharedDatabase;
  let place: Place;
  beforeEach(async () => {
    shared = await SharedDatabase.make();
    place = await Place.make();
  });
  afterEach(async () => {
    await place.remove();
    await shared.remove();
  });

  const statusOf = async (): Promise<string> =>
    ((await shared.query('select status from setup_package'))[0] as { status: string }).status;

  /** Kills at the given moment, starts again, and everything is there once. */
  async function killed(roles: string, reached: () => Promise<boolean>): Promise<void> {
    const env = { DATABASE_URL: shared.url };
    const first = await place.start({ ...env, ROLES: roles });
    const users = 1000;
    const queued = await request(first.address, first.key, '/import/setup', aPackage(users));
    expect(queued.status).toBe(202);
    await until(reached, 'the place to kill at');
    first.kill('SIGKILL');
    await first.ended;
    const interrupted = await statusOf();
    const second = await place.start(env);
    const now = async () => (await request(second.address, first.key, queued.body.href)).body;
    await until(async () => (await now()).status === 'applied', 'the package');
    expect(['queued', 'applying'], 'it was killed too late to prove anything').toContain(interrupted);
    // One layout, one profile, their link; users and their links.
    expect((await now()).counts).toMatchObject({ created: 3 + 2 * users, unchanged: 0 });
    const log = (await changeLog(second.address, first.key)).filter(({ requestId }) => requestId !== 'system');
    expect(log.filter(({ entity }) => entity === 'User')).toHaveLength(users);
    expect(log.filter(({ entity }) => entity === 'Profile')).toHaveLength(1);
    await until(async () => {
      // The users get invitations; the owner one mail about the package.
      const mails = await shared.query(
        "select status from background_job where kind = 'mail' and about like '%admin@%'",
      );
      return mails.length === 1 && (mails[0] as { status: string }).status === 'done';
    }, 'the mail');
    expect((await request(second.address, first.key, '/jobs?kind=setup')).body).toMatchObject([{ status: 'done' }]);
  }

  test('applies the package exactly once when it comes back, killed before the work began', async () => {
    await killed('api', async () => true);
  });

  test('applies the package exactly once when it comes back, killed in the midst of it', async () => {
    await killed('api,worker', async () => (await statusOf()) === 'applying');
  });
});
