import type { FastifyInstance } from 'fastify';
import { serve } from '../../platform/contract/route.ts';
import * as contract from './contract.ts';
import { readStatus } from './read-status.ts';

export function statusRoutes(app: FastifyInstance, deps: Parameters<typeof readStatus>[0]): void {
  serve(app, contract.status, ({ caller }) => readStatus(deps, caller));
}
