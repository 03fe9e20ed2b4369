import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { quantile } from '../bench/figures.ts';

interface Beat {
  readonly at: number;
  readonly ms: number;
  /** How much of it a core was missing. */
  readonly waitedMs: number;
}

/** A time in which the event loop of the service did nothing else, in milliseconds of the clock. */
export interface Stall {
  readonly from: number;
  readonly to: number;
  readonly ms: number;
}

interface Figures {
  readonly p99: number;
  /** The longest answer, whatever made it wait. */
  readonly longest: number;
  /** The longest stall, without the time in which the process could run and had no core. */
  readonly longestStall: number;
  /** Stalls that are failures. */
  readonly stalls: number;
}

/** Longer than this is a failure of the soak. */
export const LONGEST_STALL_MS = 1000;
/** Reported while it runs, to find what causes it. */
const NOTED_MS = 300;

/** GET /health/live every 50 ms, for as long as the soak runs. */
export class Heartbeat {
  readonly #child: ChildProcess;
  readonly #latencies: number[] = [];
  readonly #stalls: number[] = [];

  private constructor(child: ChildProcess, onStall: (stall: Stall) => void) {
    this.#child = child;
    child.on('message', (beat: Beat | 'ready') => {
      if (beat === 'ready') return;
      const ms = Math.max(0, beat.ms - beat.waitedMs);
      this.#latencies.push(beat.ms);
      this.#stalls.push(ms);
      if (ms > NOTED_MS) onStall({ from: beat.at - beat.ms, to: beat.at, ms });
    });
  }

  static async of(address: string, pid: number, onStall: (stall: Stall) => void): Promise<Heartbeat> {
    const child = fork(fileURLToPath(new URL('./heartbeat-process.ts', import.meta.url)), [
      `${address}/health/live`,
      String(pid),
    ]);
    const heartbeat = new Heartbeat(child, onStall);
    await once(child, 'message');
    return heartbeat;
  }

  /** What was measured. A stall at the very end is reported by the last beat, which is waited for. */
  async stop(): Promise<Figures> {
    const ended = once(this.#child, 'exit');
    this.#child.send('stop');
    await ended;
    const most = (values: readonly number[]): number => values.reduce((one, other) => Math.max(one, other), 0);
    return {
      p99: quantile(this.#latencies, 0.99),
      longest: most(this.#latencies),
      longestStall: most(this.#stalls),
      stalls: this.#stalls.filter((ms) => ms > LONGEST_STALL_MS).length,
    };
  }
}
