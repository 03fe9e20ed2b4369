import type { FastifyRequest } from 'fastify';
import { sessionOf } from '../../platform/http/session-cookie.ts';
import type { OwnRequest } from './own-sessions.ts';

export const ownRequest = (request: FastifyRequest): OwnRequest => ({
  secret: sessionOf(request),
  address: request.ip,
});
