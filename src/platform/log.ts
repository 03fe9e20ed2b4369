import { type DestinationStream, type Logger, pino } from 'pino';
import { sourceStack } from './source-stack.ts';

export type Log = Logger;
export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** Headers and fields that must never reach a log, wherever they stand. */
const SECRET = [
  'authorization',
  'x-api-key',
  'ocp-apim-subscription-key',
  'ds-user',
  'ds-password',
  'cookie',
  'set-cookie',
  'password',
  'secret',
  'token',
  'access_token',
];

const errorOf = (error: Error) => {
  const shown = pino.stdSerializers.err(error);
  return typeof shown.stack === 'string' ? { ...shown, stack: sourceStack(shown.stack) } : shown;
};

/** To standard output, unless another destination is given. */
export const makeLog = (level: LogLevel, destination?: DestinationStream): Log => {
  const options = {
    level,
    base: null,
    serializers: { err: errorOf },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: SECRET.flatMap((name) => [`["${name}"]`, `*["${name}"]`]), censor: '[hidden]' },
  };
  return destination ? pino(options, destination) : pino(options);
};

export interface HasLog {
  readonly log: Log;
}
