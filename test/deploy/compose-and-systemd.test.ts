import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { settings } from '../../src/config.ts';
import { demanded, hasProgram } from '../process/process.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (name: string): string => readFileSync(path.join(root, 'deploy', name), 'utf8');
const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string };
const known = new Set(Object.values(settings).map(({ name }) => name));

const hasCompose = demanded(
  hasProgram('docker-compose'),
  'REQUIRE_DEPLOY',
  'deploy/compose.yaml: docker-compose is not installed',
);
const hasSystemd = demanded(
  hasProgram('systemd-analyze'),
  'REQUIRE_DEPLOY',
  'deploy/systemd: systemd-analyze is not installed',
);

const run = (program: string, ...args: string[]): { status: number | null; output: string } => {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', cwd: root });
  return { status, output: stdout + stderr };
};

describe('deploy/compose.yaml', () => {
  const { services } = parse(read('compose.yaml'));

  test.runIf(hasCompose)('is accepted by docker-compose, and refused without the secrets', () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'openslot-compose-'));
    const config = (env: string): ReturnType<typeof run> => {
      const file = path.join(folder, 'env');
      writeFileSync(file, env);
      return run(
        'docker-compose',
        '--env-file',
        file,
        '--file',
        path.join(root, 'deploy', 'compose.yaml'),
        'config',
        '--quiet',
      );
    };
    try {
      expect(config('POSTGRES_PASSWORD=secret\nJWT_SECRET=another')).toEqual({ status: 0, output: '' });
      expect(config('POSTGRES_PASSWORD=secret\n').output).toContain('Set JWT_SECRET in .env');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('names settings that exist and the image of this version, and opens the port on this machine only', () => {
    expect(Object.keys(services.openslot.environment).filter((name) => !known.has(name))).toEqual([]);
    expect(services.openslot).toMatchObject({
      image: `openslot:${version}`,
      read_only: true,
      cap_drop: ['ALL'],
      ports: ['127.0.0.1:8080:8080'],
    });
  });
});

describe('deploy/systemd/openslot.service', () => {
  const unit = path.join(root, 'deploy', 'systemd', 'openslot.service');

  test.runIf(hasSystemd)('is accepted by systemd-analyze, and is not exposed', () => {
    expect(run('systemd-analyze', 'verify', unit)).toEqual({ status: 0, output: '' });
    const { output } = run('systemd-analyze', 'security', '--offline=true', unit);
    const [, level] = /Overall exposure level for openslot\.service: ([\d.]+)/.exec(output) ?? [];
    expect(Number(level), output).toBeLessThanOrEqual(2);
  });

  test('names settings that exist, and lets the service stop its database', () => {
    const lines = read('systemd/openslot.service').split('\n');
    const names = lines.flatMap((line) => /^Environment=(\w+)=/.exec(line)?.[1] ?? []);
    expect(names.filter((name) => name !== 'NODE_ENV' && !known.has(name))).toEqual([]);
    expect(lines).toContain('KillMode=mixed');
  });
});

describe('deploy/Containerfile', () => {
  test('runs the service itself, without root, on settings that exist', () => {
    const text = read('Containerfile');
    expect(text).toContain('USER 10001:10001');
    expect(text).toContain('ENTRYPOINT ["openslot"]');
    const [, env = ''] = /^ENV (.*)$/m.exec(text) ?? [];
    const names = env.split(' ').map((each) => each.split('=')[0] ?? '');
    expect(names.filter((name) => name !== 'NODE_ENV' && !known.has(name))).toEqual([]);
  });
});
