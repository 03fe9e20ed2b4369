import { format } from 'node:util';
import type { Log } from './log.ts';

/**
 * Libraries write to the console when they see fit, with stack traces over many lines. One log with one form is what operators collect, so
 * such lines become entries of it. Our own code does not use the console.
 */
export function consoleToLog(log: Log, target: Console = console): void {
  for (const level of ['warn', 'error'] as const)
    target[level] = (...parts: unknown[]) => log[level](fieldsOf(parts), oneLine(parts));
  target.trace = (...parts: unknown[]) => log.warn(fieldsOf(parts), oneLine(parts));
}

/** The first error, with its stack: often nobody else reports it. */
function fieldsOf(parts: readonly unknown[]): { source: 'library'; err?: Error } {
  const err = parts.find((part) => part instanceof Error);
  return { source: 'library', ...(err ? { err } : {}) };
}

/** Errors by their message: a stack has many lines. */
const oneLine = (parts: readonly unknown[]): string =>
  format(...parts.map((part) => (part instanceof Error ? String(part) : part)));
