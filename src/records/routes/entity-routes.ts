import type { FastifyInstance, FastifyRequest } from 'fastify';
import { draftedEntities } from '../../domain/draft.ts';
import { refuse } from '../../domain/errors.ts';
import { readWhole } from '../../platform/contract/object.ts';
import { failures, oneOrMany, writeHeaders, writeQuery } from '../../platform/http/api-schemas.ts';
import { matches } from '../../platform/http/etag.ts';
import { callerOf } from '../../platform/http/guard-routes.ts';
import type { HasLimits } from '../../platform/http/limits.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import { type FurtherParameters, type ListParameters, listQuery } from '../contract/list-parameters.ts';
import { type EntityModel, models, type Procedure, procedureFor, procedures } from '../derive/model.ts';
import { facets } from '../entities/index.ts';
import type { Facet } from '../entities/kit.ts';
import { listFacet, listOf } from '../reading/list-records.ts';
import type { ReadDeps } from '../reading/read-deps.ts';
import { readPageOnReplica } from '../reading/read-on-replica.ts';
import { readPlan } from '../reading/read-plan.ts';
import { recordHistory, showRecord } from '../reading/show-record.ts';
import { fromObject } from '../writing/from-object.ts';
import type { WriteDeps } from '../writing/write-deps.ts';
import { sendList } from './lists.ts';
import { bodyName, listQueryOf, readName } from './record-schemas.ts';
import { answerWrite, expectedVersion, versionOf } from './writes.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route follows from the declaration of an entity. */
    records?: true;
    /** The route reads or writes in the draft that a request names; others refuse such a request. */
    drafts?: 'read' | 'write';
    /** A route that reads drafts, and only the present of the plan. */
    asOf?: false;
  }
}

/** The routes that follow from a declaration: POST and PUT are the same upsert, DELETE carries a body, GET lists and shows. */
export function entityRoutes(app: FastifyInstance, deps: WriteDeps & HasLimits): void {
  for (const model of models.values()) {
    const [path, ...aliases] = [model.entity.route, ...(model.entity.routeAliases ?? [])];
    recordRoutes(app, deps, model, `/${path}`, false);
    for (const alias of aliases) recordRoutes(app, deps, model, `/${alias}`, true);
  }
  for (const procedure of procedures)
    if (procedure.facet)
      writeRoutes(
        app,
        deps,
        procedure,
        `/${procedure.facet.route}`,
        procedure.action === 'reset' ? ['DELETE'] : ['POST', 'PUT'],
        false,
      );
  for (const facet of facets) if (facet.listed) facetList(app, deps, facet);
  userAdministration(app, deps);
}

/** Spellings of the user routes that one client uses. */
function userAdministration(app: FastifyInstance, deps: WriteDeps & HasLimits): void {
  const model = models.get('User');
  const upsert = model && procedureFor(model, 'upsert');
  const remove = model && procedureFor(model, 'delete');
  if (!upsert || !remove) return;
  for (const [name, procedure] of [
    ['Create', upsert],
    ['Update', upsert],
    ['Delete', remove],
  ] as const)
    writeRoutes(app, deps, procedure, `/api/Administration/Users/${name}`, ['POST'], true);
}

function recordRoutes(
  app: FastifyInstance,
  deps: WriteDeps & HasLimits,
  model: EntityModel,
  path: string,
  hide: boolean,
): void {
  const upsert = procedureFor(model, 'upsert');
  const remove = procedureFor(model, 'delete');
  if (upsert) writeRoutes(app, deps, upsert, path, ['POST', 'PUT'], hide);
  if (remove) writeRoutes(app, deps, remove, path, ['DELETE'], hide);
  if (model.entity.reads !== 'own') readRoutes(app, deps, model, path, hide);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const VERBS: Readonly<Record<Procedure['action'], string>> = {
  upsert: 'Create or change',
  delete: 'Delete',
  clear: 'Delete all',
  set: 'Set',
  reset: 'Empty',
};

function writeRoutes(
  app: FastifyInstance,
  deps: WriteDeps & HasLimits,
  procedure: Procedure,
  path: string,
  methods: readonly ('POST' | 'PUT' | 'DELETE')[],
  hide: boolean,
): void {
  const { model, action, facet } = procedure;
  const verb = VERBS[action];
  for (const method of methods)
    app.route({
      method,
      url: path,
      config: {
        records: true,
        access: model.entity.writePermissions ?? 'records.import',
        most: { items: deps.limits.callsPerImport, what: 'records' },
        ...(draftedEntities.has(model.name) ? { drafts: 'write' as const } : {}),
        ...(model.entity.module ? { module: model.entity.module } : {}),
      },
      schema: {
        hide,
        tags: [facet?.group ?? model.entity.group],
        summary: `${verb}: ${facet?.name ?? model.name}`,
        description: facet?.summary ?? model.entity.summary,
        headers: writeHeaders,
        querystring: writeQuery,
        body: oneOrMany(`${bodyName(procedure)}#`),
        response: { 200: { $ref: 'WriteAnswer#' }, ...failures },
      },
      handler: async (request, reply) => {
        const expected = expectedVersion(request);
        const records = Array.isArray(request.body) ? request.body : [request.body];
        if (expected !== undefined && records.length !== 1)
          throw refuse(
            'REQ009',
            'If-Match can only be used with one record; in a list each record can have its own ifMatch.',
            'If-Match',
          );
        const calls = records.map((record, index) => {
          if (!isObject(record)) throw refuse('REQ007', `Record ${index} must be an object.`);
          const { seen, sent } = versionOf(record, index);
          return fromObject(procedure, sent, seen ?? expected);
        });
        return answerWrite(deps, { request, reply }, calls, 'property');
      },
    });
}

const listParametersOf = (request: FastifyRequest): ListParameters =>
  readWhole(listQuery, request.query, { zone: callerOf(request).timeZone, warnings: [], isQuery: true });

/** The part of each record that a facet sets, where it has a value. */
function facetList(app: FastifyInstance, deps: HasDatabase, facet: Facet): void {
  app.get(
    `/${facet.route}`,
    {
      config: { access: 'records.read', records: true, ...(facet.of === 'Appointment' ? { drafts: 'read' } : {}) },
      schema: {
        tags: [facet.group],
        summary: `List: ${facet.name}`,
        description: facet.summary,
        querystring: listQuery.schema,
        response: { 200: { type: 'array', items: { $ref: `${facet.name}#` } }, ...failures },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { total, portions } = await readPageOnReplica(deps, caller, listParametersOf(request), () =>
        listFacet(deps, caller, facet, listParametersOf(request)),
      );
      reply.header('x-total-count', String(total)).header('x-time-zone', caller.timeZone);
      return sendList(reply, portions);
    },
  );
}

function readRoutes(app: FastifyInstance, deps: ReadDeps, model: EntityModel, path: string, hide: boolean): void {
  const { name, entity } = model;
  const config = {
    access: entity.readPermission ?? 'records.read',
    records: true,
    ...(draftedEntities.has(name) || name === 'Task' ? { drafts: 'read' as const } : {}),
  } as const;
  const { drafts: _, ...present } = config;
  const common = { hide, tags: [entity.group] };
  const shownBy = entity.shownBy ?? 'id';
  const one = {
    ...common,
    params: { type: 'object', properties: { [shownBy]: { type: 'string' } }, required: [shownBy] },
  };
  const items = { type: 'array', items: { $ref: `${readName(name, deps.extensions.reads)}#` } };
  const reference = (request: FastifyRequest): string => (request.params as Record<string, string>)[shownBy] ?? '';

  app.get(
    path,
    {
      config,
      schema: {
        ...common,
        summary: `List: ${name}`,
        description: entity.summary,
        querystring: listQueryOf(name),
        response: {
          200:
            entity.listShape === 'page'
              ? { type: 'object', properties: { data: items, total: { type: 'integer' } }, required: ['data', 'total'] }
              : items,
          ...failures,
        },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { total, portions } = await readPageOnReplica(deps, caller, listParametersOf(request), () =>
        listOf(deps, caller, name, listParametersOf(request)),
      );
      reply.header('x-total-count', String(total)).header('x-time-zone', caller.timeZone);
      return sendList(reply, portions, entity.listShape === 'page' ? total : undefined);
    },
  );
  app.get(
    `${path}/:${shownBy}`,
    {
      config,
      schema: {
        ...one,
        summary: `Show one: ${name}`,
        response: { 200: { $ref: `${readName(name, deps.extensions.reads)}#` }, ...failures },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { record, version, isVersioned } = await readPlan(deps, caller, () =>
        showRecord(deps, caller, name, reference(request), request.query as FurtherParameters),
      );
      const etag = `"${version}"`;
      reply.header('etag', etag);
      // What features show beside a record may change without a new version of it.
      if (isVersioned && matches(request.headers['if-none-match'], etag)) return reply.code(304).send();
      return record;
    },
  );
  app.get(
    `${path}/:${shownBy}/history`,
    {
      config: present,
      schema: {
        ...one,
        summary: `History: ${name}`,
        response: { 200: { type: 'array', items: { $ref: 'Change#' } }, ...failures },
      },
    },
    async (request) =>
      recordHistory(deps, callerOf(request), name, reference(request), request.query as FurtherParameters),
  );
}
