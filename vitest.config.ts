import { defineConfig } from 'vitest/config';

/**
 * `npm test` says the same of the same code: its random cases are the same every time. `npm run soak` (`--mode soak`) draws new ones, and says
 * with a failure how to draw them again (docs/decisions/0043).
 */
export default defineConfig(({ mode }) => ({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: ['test/support/random-cases.ts'],
    env: {
      PROPERTY_SEED: process.env['PROPERTY_SEED'] ?? (mode === 'soak' ? String(Date.now() % 2 ** 31) : '20260601'),
    },
    pool: 'forks',
    // One more than a small machine has cores: much of the time is waiting for processes that are killed and come back.
    maxWorkers: 3,
    // Room for a machine that does other things too: nothing is measured here, and a test that hangs is still ended.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
}));
