import type { Deps } from './deps.ts';

/** Checks that are under way. Everybody may ask, so any number of them is one question to the database. */
const asking = new WeakMap<Deps, Promise<boolean>>();

/** Whether the database answers, within a second. */
export function checkReady(deps: Deps): Promise<boolean> {
  const known = asking.get(deps);
  if (known) return known;
  const asked = check(deps).finally(() => asking.delete(deps));
  asking.set(deps, asked);
  return asked;
}

async function check(deps: Deps): Promise<boolean> {
  const late = new Promise<false>((settle) => {
    setTimeout(() => settle(false), 1000).unref();
  });
  return Promise.race([
    deps.db.query('select 1').then(
      () => true,
      () => false,
    ),
    late,
  ]);
}
