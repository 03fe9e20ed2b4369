import type { FastifyInstance, FastifyReply } from 'fastify';
import { precisions } from '../../domain/geocoding.ts';
import { failures } from '../../platform/http/api-schemas.ts';
import { callerOf } from '../../platform/http/guard-routes.ts';
import type { RawQuery } from '../../platform/http/raw-query.ts';
import { text } from '../../platform/http/shapes.ts';
import { geocodeParts, geocodeText } from './answer-geocode.ts';
import type { GeocodeDeps } from './geocoding.ts';
import { listFailures } from './list-failures.ts';

const config = { access: 'read', module: 'basicMap' } as const;
const tags = ['Geocode'];

const answer = {
  description: 'The coordinates, or an empty object if the address is not found.',
  type: 'object',
  properties: {
    latitude: { type: 'number' },
    longitude: { type: 'number' },
    precision: { enum: [...precisions] },
    source: { type: 'string', description: 'Source of the result, with the attribution that its licence requires.' },
    confidence: { type: 'number', minimum: 0, maximum: 1 },
    displayName: text,
  },
  additionalProperties: false,
};

const failure = {
  type: 'object',
  properties: {
    entity: { enum: ['Job', 'Resource'] },
    id: { type: 'integer' },
    key: text,
    address: text,
    country: { type: ['string', 'null'], description: 'Code of the country that was searched.' },
    at: { type: 'string', format: 'date-time' },
  },
  required: ['entity', 'id', 'key', 'address', 'country', 'at'],
  additionalProperties: false,
};

/** Aborted when the caller has gone, or has its answer. */
function gone(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => controller.abort());
  return controller.signal;
}

export function geocodeRoutes(app: FastifyInstance, deps: GeocodeDeps): void {
  app.post(
    '/geocode',
    {
      config,
      schema: {
        tags,
        summary: 'Geocode a structured address',
        body: {
          type: 'object',
          properties: { street: text, streetNo: text, zipCode: text, city: text, state: text, country: text },
        },
        response: { 200: answer, ...failures },
      },
    },
    (request, reply) => geocodeParts(deps, request.body, gone(reply)),
  );
  app.get(
    '/geocode',
    {
      config,
      schema: {
        tags,
        summary: 'Geocode an address in one text',
        querystring: {
          type: 'object',
          properties: {
            address: { type: 'string', description: 'Postal code, city and street in any order.' },
            country: {
              type: 'string',
              description: 'A code of two or three letters, or a name. Only this country is searched.',
            },
          },
          required: ['address', 'country'],
        },
        response: { 200: answer, ...failures },
      },
    },
    (request, reply) => geocodeText(deps, request.query as RawQuery, gone(reply)),
  );
  app.get(
    '/geocode/failures',
    {
      config,
      schema: {
        tags,
        summary: 'List jobs and resources whose address was not found',
        querystring: {
          type: 'object',
          properties: {
            page: { type: 'integer', minimum: 1, default: 1 },
            limit: { type: 'integer', minimum: 1, maximum: 10_000, default: 1000 },
          },
        },
        response: { 200: { type: 'array', items: failure }, ...failures },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { total, failures: found } = await listFailures(deps, caller, request.query as RawQuery);
      reply.header('x-total-count', String(total)).header('x-time-zone', caller.timeZone);
      return found;
    },
  );
}
