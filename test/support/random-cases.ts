import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env['PROPERTY_SEED']) });

/**
 * How many random cases a property is tried with that takes long: few in `npm test`, which everybody waits for, all of them in `npm run soak`
 * (docs/decisions/0043).
 */
export const runs = (few: number, all: number): number => (process.env['PROPERTY_RUNS'] === 'all' ? all : few);
