import type { Reporter, TestModule } from 'vitest/node';

const SHOWN = 10;

/** Prints which test files took longest, hooks and imports included: a suite that grows slow again does so one file at a time. */
export default class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const files = modules
      .map((module) => ({ name: `${module.project.name} ${module.relativeModuleId}`, seconds: secondsOf(module) }))
      .sort((a, b) => b.seconds - a.seconds)
      .slice(0, SHOWN);
    if (files.length < SHOWN) return;
    const lines = files.map(({ name, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${name}`);
    process.stdout.write(`\nThe ${SHOWN} slowest test files:\n${lines.join('\n')}\n`);
  }
}

function secondsOf(module: TestModule): number {
  const { duration, collectDuration, setupDuration } = module.diagnostic();
  return (duration + collectDuration + setupDuration) / 1000;
}
