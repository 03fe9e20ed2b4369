import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig, type UserWorkspaceConfig } from 'vitest/config';
import MixedOrder from './test/support/mixed-order.ts';

type ProjectTest = NonNullable<UserWorkspaceConfig['test']>;

/** Tests that open a browser lie beside the unit tests of the same part of the pages; they are recognized by what they call. */
const browserTests = readdirSync('test/web', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.ts'))
  .map((file) => `test/web/${file.replaceAll('\\', '/')}`)
  .filter((file) => readFileSync(file, 'utf8').includes('describeInBrowser('));

/**
 * Tests over HTTP and of whole processes. The files of a worker share a service, with a tenant for each (test/support/service.ts). Tests of
 * processes start, kill and restart services and databases of their own; they wait much, and the others compute in the meantime.
 */
const serviceTests = [
  'test/{clients,features,platform,process,records}/**/*.test.ts',
  'test/{docs,examples}.test.ts',
  'test/web/pages.test.ts',
];

/**
 * `npm test` says the same of the same code: its random cases are the same every time. `npm run soak` (`--mode soak`) draws new ones and more of
 * them, and says with a failure how to draw them again (docs/decisions/0043).
 */
export default defineConfig(({ mode }) => {
  const shared = {
    setupFiles: ['test/support/random-cases.ts'],
    env: {
      PROPERTY_SEED: process.env['PROPERTY_SEED'] ?? (mode === 'soak' ? String(Date.now() % 2 ** 31) : '20260601'),
      PROPERTY_RUNS: process.env['PROPERTY_RUNS'] ?? (mode === 'soak' ? 'all' : 'few'),
    },
    pool: 'forks' as const,
    // The files of a worker share its modules: importing them anew for each file took a third of the time.
    isolate: false,
    // Room for a machine that does other things too: nothing is measured here, and a test that hangs is still ended.
    testTimeout: 300_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000, interval: 50 } },
  } satisfies ProjectTest;
  const project = (name: string, include: string[], exclude: string[] = []) => ({
    test: { ...shared, name, include, exclude },
  });
  return {
    test: {
      reporters: ['default', './test/support/slowest-files.ts'],
      globalSetup: ['test/support/global-setup.ts'],
      // One more than a small machine has cores: much of the time is waiting for processes that are killed and come back.
      maxWorkers: 3,
      sequence: { sequencer: MixedOrder },
      // They run in the order of their names, and a worker that is free begins with the next one.
      projects: [
        project('browser', browserTests),
        project('service', serviceTests),
        project('unit', ['test/**/*.test.ts'], [...browserTests, ...serviceTests]),
      ],
    },
  };
});
