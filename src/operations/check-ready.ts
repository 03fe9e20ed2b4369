import type { Deps } from './deps.ts';

/** Whether the database answers, within a second. */
export async function checkReady(deps: Deps): Promise<boolean> {
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
