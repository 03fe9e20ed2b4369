import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** They start, kill and restart processes, and wait for them most of the time. */
const WAITS = /\/test\/(process|platform\/postgres\/embedded)\//;

/** The tests that wait are begun while this share of the others lasts: they are long, and must not be what the end waits for. */
const SHARE = 0.8;

/** Files in the usual order of vitest, but those that wait are spread among those of the same project that compute. */
export default class MixedOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const first = sorted.findIndex(({ moduleId }) => WAITS.test(moduleId));
    if (first === -1) return sorted;
    const name = sorted[first]?.project.name;
    const mixed = sorted.filter(({ project }) => project.name === name);
    const at = sorted.findIndex(({ project }) => project.name === name);
    return sorted.toSpliced(at, mixed.length, ...mix(mixed));
  }
}

function mix(files: readonly TestSpecification[]): TestSpecification[] {
  const waiting = files.filter(({ moduleId }) => WAITS.test(moduleId));
  const others = files.filter(({ moduleId }) => !WAITS.test(moduleId));
  const step = (others.length * SHARE) / waiting.length;
  const placed = [
    ...others.map((file, at) => ({ file, at })),
    ...waiting.map((file, at) => ({ file, at: at * step - 0.5 })),
  ];
  return placed.sort((a, b) => a.at - b.at).map(({ file }) => file);
}
