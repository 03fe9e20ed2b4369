import { type DestinationStream, type Logger, pino } from 'pino';

export type Log = Logger;
export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** Headers and fields that must never reach a log, wherever they stand. */
const SECRET = ['authorization', 'x-api-key', 'cookie', 'set-cookie', 'password', 'secret', 'token', 'access_token'];

/** To standard output, unless another destination is given. */
export const makeLog = (level: LogLevel, destination?: DestinationStream): Log => {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: SECRET.flatMap((name) => [`["${name}"]`, `*["${name}"]`]), censor: '[hidden]' },
  };
  return destination ? pino(options, destination) : pino(options);
};

export interface HasLog {
  readonly log: Log;
}
