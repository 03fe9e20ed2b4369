import { copyFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isServed, Load, type Noticed, noticedIn } from './cluster/load.ts';
import {
  type Cluster,
  etcdLeader,
  isWhole,
  killPostgres,
  leaderOf,
  startCluster,
  syncStandbyOf,
  until,
} from './cluster/stack.ts';
import { type Verdict, verify } from './cluster/verify.ts';
import { cleanUp, cleanUpOnSignals } from './support.ts';

/**
 * Patroni with etcd and three PostgreSQL, HAProxy, two api and two worker processes on loopback, with the configuration of
 * docs/guides/operate/scale-out.md. Kills one part after the other under load and prints what clients noticed and what was lost.
 *
 *     npm run bench:cluster [-- --rounds 2]
 */
interface Fault {
  readonly name: string;
  /** The longest time with failing requests that is aimed at, in ms. */
  readonly goal: number;
  /** Answers how the part is brought back. */
  kill(cluster: Cluster): Promise<() => void>;
}

const needed = <T>(found: T | undefined, what: string): T => {
  if (found === undefined) throw new Error(`the cluster has no ${what}`);
  return found;
};
const nothing = (): void => {};

const FAULTS: readonly Fault[] = [
  {
    name: 'nothing',
    goal: 1000,
    kill: async () => nothing,
  },
  {
    name: 'synchronous replica: PostgreSQL',
    goal: 1000,
    async kill({ nodes }) {
      await killPostgres(needed(await syncStandbyOf(nodes), 'synchronous replica'));
      return nothing;
    },
  },
  {
    name: 'leader: PostgreSQL',
    goal: 15_000,
    async kill({ nodes }) {
      await killPostgres(needed(await leaderOf(nodes), 'leader'));
      return nothing;
    },
  },
  {
    name: 'leader: Patroni and PostgreSQL, as if the machine were gone',
    goal: 15_000,
    async kill({ nodes }) {
      const leader = needed(await leaderOf(nodes), 'leader');
      await Promise.all([leader.patroni.kill(), killPostgres(leader)]);
      return () => leader.patroni.again();
    },
  },
  {
    name: 'api node',
    goal: 1000,
    async kill({ apis }) {
      const [api] = apis;
      await api?.kill();
      return () => api?.again();
    },
  },
  {
    name: 'worker',
    goal: 1000,
    async kill({ workers }) {
      const [worker] = workers;
      await worker?.kill();
      return () => worker?.again();
    },
  },
  {
    name: "etcd's leader",
    goal: 1000,
    async kill(cluster) {
      const { member } = needed(await etcdLeader(cluster), 'leader of etcd');
      await member.kill();
      return () => member.again();
    },
  },
];

const OBSERVE_MS = 8000;
const SETTLE_MS = 3000;

async function strike(cluster: Cluster, load: Load, fault: Fault): Promise<Noticed> {
  await until(() => isWhole(cluster), 'a whole cluster', 120);
  await sleep(SETTLE_MS);
  load.check();
  const from = Date.now();
  const repair = await fault.kill(cluster);
  await sleep(OBSERVE_MS);
  const since = Date.now();
  await until(async () => isServed(load.attempts, since), `clients after: ${fault.name}`, 120);
  const noticed = noticedIn(load.attempts, from, Date.now());
  repair();
  return noticed;
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

function line(fault: Fault, { failing, writes, reads, statuses, bare503 }: Noticed): string {
  const failed = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`);
  const met = failing <= fault.goal ? 'met' : 'missed';
  const cells = [fault.name, seconds(failing), `≤ ${seconds(fault.goal)}: ${met}`, seconds(writes), seconds(reads)];
  return `| ${[...cells, failed.join(', ') || 'none', bare503].join(' | ')} |`;
}

function conclude(verdict: Verdict): boolean {
  for (const [name, value] of Object.entries(verdict)) console.log(`${name}: ${value}`);
  const { missingNumbers, lostJobs, lostChanges, storedTwice, missingDeliveries } = verdict;
  return missingNumbers + lostJobs + lostChanges + storedTwice + missingDeliveries === 0;
}

async function keepLogs({ folder, nodes, apis, workers }: Cluster): Promise<void> {
  const kept = process.env['CLUSTER_LOGS'];
  if (kept === undefined) return;
  await mkdir(kept, { recursive: true });
  for (const name of ['haproxy', ...nodes.map((each) => each.name), ...[...apis, ...workers].map((each) => each.name)])
    await copyFile(path.join(folder, name, 'log'), path.join(kept, `${name}.log`));
}

async function main(): Promise<boolean> {
  const at = process.argv.indexOf('--rounds');
  const rounds = at < 0 ? 1 : Number(process.argv[at + 1]);
  const cluster = await startCluster((what) => console.log(`starting ${what}`));
  try {
    const load = new Load(cluster.address);
    await load.start();
    console.log(
      '| Killed | Failing for | Goal | Without a write | Without a read | Failed requests | 503 without Retry-After |',
    );
    console.log('|---|---|---|---|---|---|---|');
    for (let round = 0; round < rounds; round++)
      for (const fault of FAULTS) console.log(line(fault, await strike(cluster, load, fault)));
    await until(() => isWhole(cluster), 'a whole cluster', 120);
    await load.stop();
    return conclude(await verify(cluster.address, load));
  } finally {
    await keepLogs(cluster);
  }
}

cleanUpOnSignals();
try {
  if (!(await main())) process.exitCode = 1;
} finally {
  await cleanUp();
}
