import type { FastifyRequest } from 'fastify';
import { type Refusal, refuse } from '../../domain/errors.ts';

const KIB = 1024;
const MIB = 1_048_576;

const shown = (bytes: number): string =>
  bytes >= MIB ? `${Math.floor(bytes / MIB)} MiB` : `${Math.floor(bytes / KIB)} KiB`;

/** The limit of a body, in the words of the catalogue. */
export const largerThan = (limit: number): Refusal =>
  refuse('REQ004', `A request body may have at most ${shown(limit)} (${limit} bytes), decompressed.`);

export const tooLarge = ({ routeOptions }: FastifyRequest): Refusal => largerThan(routeOptions.bodyLimit ?? 0);
