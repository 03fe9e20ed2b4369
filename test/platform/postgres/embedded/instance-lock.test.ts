import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type InstanceLock, takeInstanceLock } from '../../../../src/platform/postgres/embedded/instance-lock.ts';

const moduleUrl = new URL('../../../../src/platform/postgres/embedded/instance-lock.ts', import.meta.url).href;
const holdForever = `
  import { takeInstanceLock } from ${JSON.stringify(moduleUrl)};
  await takeInstanceLock(process.argv[1]);
  process.stdout.write('held');
  setInterval(() => {}, 1000);
`;

let folder: string;
let children: ChildProcess[];

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'lock-test-'));
  children = [];
});

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

async function aProcessThatHoldsTheLock(): Promise<ChildProcess> {
  const args = ['--import', 'tsx', '--input-type=module', '-e', holdForever, folder];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  await once(child.stdout!, 'data');
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

async function takeManyAtOnce(count: number): Promise<InstanceLock[]> {
  const attempts = await Promise.allSettled(Array.from({ length: count }, () => takeInstanceLock(folder)));
  return attempts.flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value] : []));
}

describe('the instance lock', () => {
  it('is refused to a second process, and the refusal names the first one', async () => {
    const holder = await aProcessThatHoldsTheLock();
    await expect(takeInstanceLock(folder)).rejects.toThrow(
      `Another Openslot (pid ${holder.pid}) is already using ${folder}`,
    );
  });

  it('is still held by a process that is stopped and answers nothing', async () => {
    const holder = await aProcessThatHoldsTheLock();
    holder.kill('SIGSTOP');
    await expect(takeInstanceLock(folder)).rejects.toThrow(`pid ${holder.pid}`);
  });

  it('is free as soon as its holder was killed', async () => {
    await kill(await aProcessThatHoldsTheLock());
    const lock = await takeInstanceLock(folder);
    await lock.release();
  });

  it('is free after its release, and leaves nothing behind', async () => {
    const lock = await takeInstanceLock(folder);
    await lock.release();
    await lock.release();
    expect(await readdir(path.join(folder, 'run'))).toEqual([]);
  });

  it('goes to exactly one of many that find the same dead holder', async () => {
    await kill(await aProcessThatHoldsTheLock());
    for (let round = 0; round < 5; round += 1) {
      const winners = await takeManyAtOnce(12);
      expect(winners).toHaveLength(1);
      await winners[0]!.release();
    }
  });

  it('goes to exactly one of several processes that start together', async () => {
    const contenders = Array.from({ length: 4 }, () => {
      const args = ['--import', 'tsx', '--input-type=module', '-e', holdForever, folder];
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
      children.push(child);
      return Promise.race([once(child.stdout!, 'data').then(() => 'held'), once(child, 'exit').then(() => 'refused')]);
    });
    expect((await Promise.all(contenders)).sort()).toEqual(['held', 'refused', 'refused', 'refused']);
  });

  it('is independent of a lock by another name on the same folder', async () => {
    const service = await takeInstanceLock(folder, 'service');
    const postgres = await takeInstanceLock(folder, 'postgres');
    await Promise.all([service.release(), postgres.release()]);
  });

  it('works in a folder whose path is too long for a socket', async () => {
    folder = path.join(folder, 'x'.repeat(120));
    const lock = await takeInstanceLock(folder);
    await expect(takeInstanceLock(folder)).rejects.toThrow(`pid ${process.pid}`);
    await lock.release();
    await rm(path.dirname(folder), { recursive: true });
  });
});
