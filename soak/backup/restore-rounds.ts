import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Chance } from '../../src/domain/random.ts';
import { openFolder, readBackups } from '../../src/platform/postgres/backup/index.ts';
import { cli, killIfThere, type Place, type Process, type Service, until } from '../../test/process/process.ts';
import { TimedStream } from './timed-stream.ts';

const KEY = 'the key of the backup rounds';
const BATCH = 20;
const FAULTS = ['backup', 'archive', 'load'] as const;
const LOSSES = ['folder', 'folder, to a moment', 'nothing', 'nothing, to a moment'] as const;

type Fault = (typeof FAULTS)[number];
type Loss = (typeof LOSSES)[number];

export interface RoundsResult {
  readonly rounds: number;
  readonly acknowledged: number;
  readonly restores: Readonly<Record<string, number>>;
  readonly problems: readonly string[];
}

/**
 * Restores under write load. In each round the service is killed in the middle of a backup, of archiving or of load, and started again; then it is
 * killed together with its database, its data are destroyed or not, and restored to the end or to a moment. The next round goes on with the result.
 */
export class RestoreRounds {
  readonly #place: Place;
  readonly #chance: Chance;
  readonly #folder: string;
  readonly #stream = new TimedStream(KEY, BATCH);
  readonly #log: (text: string) => void;

  constructor(place: Place, chance: Chance, log: (text: string) => void) {
    this.#place = place;
    this.#chance = chance;
    this.#folder = path.join(place.home, 'backups');
    const begun = Date.now();
    this.#log = (text) => log(`${((Date.now() - begun) / 1000).toFixed(1)} ${text}`);
  }

  get #env() {
    return {
      BOOTSTRAP_API_KEY: KEY,
      BACKUP_FOLDER: this.#folder,
      BACKUP_ARCHIVE_SECONDS: '3',
      RATE_LIMIT: '0',
      LOG_LEVEL: 'warn',
    };
  }

  async run(rounds: number, verify: readonly string[] = ['--full']): Promise<RoundsResult> {
    const problems: string[] = [];
    const restores: Record<string, number> = {};
    let acknowledged = 0;
    let service = await this.#place.start(this.#env);
    await this.#hasBackup();
    for (let round = 1; round <= rounds; round++) {
      // Every kind comes as often as the others, in an order that differs.
      const fault = FAULTS[(round + this.#chance.whole(0, 2)) % FAULTS.length] as Fault;
      const loss = LOSSES[round % LOSSES.length] as Loss;
      const before = this.#stream.acknowledged;
      service = await this.#interrupt(service, fault);
      const { from, till, args } = await this.#loadAndLose(service, loss);
      acknowledged += this.#stream.acknowledged - before;
      const run = await this.#place.run(['restore', ...args], this.#env);
      if (run.code !== 0) throw new Error(`round ${round}: restore ended with ${run.code}: ${run.stderr}${run.stdout}`);
      await this.#removeAside();
      service = await this.#place.start(this.#env);
      const found = await this.#stream.problems(service.address, from, till);
      problems.push(...found.map((problem) => `round ${round} (${fault}; ${loss}): ${problem}`));
      await this.#stream.takeOver(service.address);
      restores[loss] = (restores[loss] ?? 0) + 1;
      this.#log(`round ${round} of ${rounds}: killed during ${fault}, lost ${loss}: ${found.length} problems`);
    }
    const verified = await this.#place.run(['backup', 'verify', ...verify], this.#env);
    if (verified.code !== 0) problems.push(`verify: ${verified.stdout}${verified.stderr}`);
    this.#log(verified.stdout.trim());
    return { rounds, acknowledged, restores, problems };
  }

  /** kill -9 in the middle, and a new start. */
  async #interrupt(service: Service, fault: Fault): Promise<Service> {
    let command: Process | undefined;
    const sending = this.#stream.send(service.address);
    const wanted = this.#stream.acknowledged + this.#chance.whole(2, 6);
    await until(() => this.#stream.acknowledged >= wanted, 'acknowledged writes', 120);
    if (fault === 'backup') {
      command = this.#place.spawn([process.execPath, cli, 'backup'], this.#env);
      await Promise.race([this.#isTaking(), command.ended]);
      await pause(this.#chance.whole(0, 600));
    }
    if (fault === 'archive') await this.#isArchiving();
    const alsoDatabase = this.#chance.whole(0, 1) === 1;
    await this.#kill(service, alsoDatabase);
    command?.kill('SIGKILL');
    await Promise.all([sending, command?.ended]);
    return this.#place.start(this.#env);
  }

  /** Load until there is something to restore, then the end of the service. */
  async #loadAndLose(service: Service, loss: Loss): Promise<{ from: number; till: number; args: string[] }> {
    await this.#hasBackup();
    const begin = Date.now();
    let enough = false;
    const sending = this.#stream.send(service.address, () => enough);
    const wanted = this.#stream.acknowledged + this.#chance.whole(4, 12);
    await until(() => this.#stream.acknowledged >= wanted, 'acknowledged writes', 120);
    if (loss.startsWith('folder')) await until(async () => (await this.#coveredAt()) > begin, 'the archive', 120);
    const covered = await this.#coveredAt();
    await this.#kill(service, true);
    enough = true;
    await sending;
    const end = Date.now();
    const last = loss.startsWith('folder') ? covered : end;
    const moment = begin + Math.floor(this.#chance.whole(0, 1000) * 0.001 * (last - begin));
    if (loss.startsWith('folder')) await rm(this.#place.dataDir, { recursive: true });
    const replace = loss.startsWith('folder') ? [] : ['--replace'];
    if (loss.endsWith('moment'))
      return { from: moment, till: moment, args: [...replace, '--at', new Date(moment).toISOString()] };
    return { from: loss === 'folder' ? covered : end, till: end, args: replace };
  }

  async #kill(service: Service, alsoDatabase: boolean): Promise<void> {
    const postmaster = alsoDatabase ? await this.#place.postmaster() : undefined;
    service.kill('SIGKILL');
    if (postmaster !== undefined) killIfThere(postmaster, 'SIGKILL');
    await service.ended;
    if (alsoDatabase)
      await until(async () => (await this.#place.postgresProcesses()).length === 0, 'the end of PostgreSQL');
  }

  async #hasBackup(): Promise<void> {
    await until(
      async () => {
        const folder = await openFolder(this.#folder).catch(() => undefined);
        return folder !== undefined && (await readBackups(folder)).backups.length > 0;
      },
      'the first backup',
      120,
    );
  }

  async #isTaking(): Promise<void> {
    const base = path.join(this.#folder, 'base');
    await until(async () => (await readdir(base)).some((name) => name.endsWith('.partial')), 'a backup under way', 60);
  }

  /** A file of the archive that is being written, or else has just been. */
  async #isArchiving(): Promise<void> {
    const wal = path.join(this.#folder, 'wal');
    const before = (await readdir(wal)).length;
    await until(
      async () => {
        const names = await readdir(wal);
        return names.length > before || names.some((name) => name.startsWith('.new-'));
      },
      'archiving',
      60,
    );
  }

  async #coveredAt(): Promise<number> {
    const text = await readFile(path.join(this.#folder, 'covered.json'), 'utf8').catch(() => '{}');
    const covered = Object.values(JSON.parse(text) as Record<string, { at: string }>).map(({ at }) => Date.parse(at));
    return Math.max(0, ...covered);
  }

  async #removeAside(): Promise<void> {
    for (const name of await readdir(this.#place.dataDir))
      if (name.includes('.before-restore-')) await rm(path.join(this.#place.dataDir, name), { recursive: true });
  }
}

const pause = (ms: number): Promise<void> => new Promise((wake) => setTimeout(wake, ms));
