import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';

export type Log = (level: 'info' | 'warn' | 'error', message: string) => void;

export interface ServerLog {
  /** What a server that has ended said last: its complaints, or else simply its last lines. */
  complaints(): Promise<string>;
}

const keptLines = 50;
const readingPatienceMs = 500;
const linePattern = /^([^|]*)\|([A-Z]+):\s+(.*)$/;

/**
 * Reads the server's log, whose lines begin with who is speaking (settings.ts). Complaints of the server itself are
 * passed on; what a session says reaches the service as the error of its query anyway, and plain LOG lines are of no
 * use while things go well.
 */
export function followServerLog(stream: Readable, log: Log): ServerLog {
  const last: string[] = [];
  let rest = '';
  stream.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines.filter((each) => !isOfSession(each) && !isOfArchiver(each))) {
      last.push(line);
      passOn(line, log);
    }
    last.splice(0, last.length - keptLines);
  });
  // A session that outlives the server keeps the stream open.
  const ended = () => Promise.race([finished(stream), delay(readingPatienceMs)]);
  return {
    complaints: async () => {
      await ended();
      const said = [...last, rest].filter((line) => line.trim() !== '');
      const complaints = said.filter((line) => linePattern.exec(line)?.[2] !== 'LOG');
      return (complaints.length > 0 ? complaints : said).map(withoutSpeaker).join('\n');
    },
  };
}

/** `client backend`, and `dead-end client backend` for one that was turned away. */
function isOfSession(line: string): boolean {
  return linePattern.exec(line)?.[1]?.endsWith('client backend') ?? false;
}

/** It complains of every segment that is not stored yet; the service reports itself what it cannot store. */
function isOfArchiver(line: string): boolean {
  return linePattern.exec(line)?.[1] === 'archiver';
}

function passOn(line: string, log: Log): void {
  const [, speaker, level, message] = linePattern.exec(line) ?? [];
  if (level === 'WARNING') log('warn', `PostgreSQL (${speaker}): ${message}`);
  if (level === 'ERROR' || level === 'FATAL' || level === 'PANIC') log('error', `PostgreSQL (${speaker}): ${message}`);
}

function withoutSpeaker(line: string): string {
  return line.replace(/^[a-z -]+\|/, '');
}
