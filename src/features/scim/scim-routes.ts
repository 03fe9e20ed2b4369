import type { FastifyInstance, FastifyReply } from 'fastify';
import { refuse } from '../../domain/errors.ts';
import { parseFilter } from '../../domain/scim/filter.ts';
import type { JsonObject } from '../../domain/scim/operations.ts';
import { isSelected, selected, selectionOf } from '../../domain/scim/select-attributes.ts';
import type { Caller } from '../../platform/caller.ts';
import { serve } from '../../platform/contract/route.ts';
import type { HasLimits } from '../../platform/http/limits.ts';
import type { HasPublicAddress } from '../../platform/http/public-address.ts';
import { collisions } from '../../records/storage/unique-values.ts';
import { refuseLimited } from '../../records/whole-tenant.ts';
import type { WriteDeps } from '../../records/writing/write-deps.ts';
import type { HasInstallationProvider } from '../single-sign-on/provider.ts';
import * as contract from './contract.ts';
import { listRules, setRules } from './group-rules.ts';
import { createGroup, findGroups, patchGroup, removeGroup, replaceGroup, showGroup } from './groups.ts';
import { SCIM_TYPE, sendScimFailure } from './scim-failure.ts';
import { listOf, resourceTypes, schemas, serviceProviderConfig } from './service-provider.ts';
import {
  createUser,
  deleteUser,
  findUsers,
  type ListedResources,
  type Page,
  patchUser,
  replaceUser,
  showUser,
} from './users.ts';
import { isVersion, versionOf } from './versions.ts';

type ScimDeps = WriteDeps & HasPublicAddress & HasLimits & HasInstallationProvider;

/** SCIM 2.0 (RFC 7643, RFC 7644): directories create, change and deactivate users, and say which groups they are in. */
export async function scimRoutes(app: FastifyInstance, deps: ScimDeps): Promise<void> {
  await app.register(async (scim) => {
    scim.setErrorHandler(sendScimFailure({ limit: deps.limits.bytesPerRequest, collisions }));
    descriptionRoutes(scim, deps);
    resourceRoutes(scim, contract.users, {
      list: (caller, page) => findUsers(deps, caller, page),
      show: (caller, id) => showUser(deps, caller, id),
      create: (caller, body) => createUser(deps, caller, body),
      replace: (caller, id, body, ifMatch) => replaceUser(deps, caller, id, body, ifMatch),
      patch: (caller, id, body, ifMatch) => patchUser(deps, caller, id, body, ifMatch),
      remove: (caller, id, ifMatch) => deleteUser(deps, caller, id, ifMatch),
    });
    resourceRoutes(scim, contract.groups, {
      list: (caller, page, withMembers) => findGroups(deps, caller, page, withMembers),
      show: (caller, id, withMembers) => showGroup(deps, caller, id, withMembers),
      create: (caller, body) => createGroup(deps, caller, body),
      replace: (caller, id, body, ifMatch) => replaceGroup(deps, caller, id, body, ifMatch),
      patch: (caller, id, body, ifMatch) => patchGroup(deps, caller, id, body, ifMatch),
      remove: (caller, id, ifMatch) => removeGroup(deps, caller, id, ifMatch),
    });
  });
  serve(app, contract.listRules, ({ caller }) => listRules(deps, caller));
  serve(app, contract.setRules, ({ caller, params, body }) => setRules(deps, caller, params.id, body));
}

function descriptionRoutes(app: FastifyInstance, { publicAddress }: HasPublicAddress): void {
  const locate = (path: string): string => publicAddress.url(path);
  const found = (resources: readonly JsonObject[], id: string): JsonObject => {
    const resource = resources.find((each) => String(each['id']).toLowerCase() === id.toLowerCase());
    if (!resource) throw refuse('APP001', `There is no ${id.slice(0, 100)}.`);
    return resource;
  };
  const send = (reply: FastifyReply, resource: JsonObject) => reply.type(SCIM_TYPE).send(resource);
  serve(app, contract.showConfig, ({ reply }) => send(reply, serviceProviderConfig(locate)));
  serve(app, contract.listTypes, ({ reply }) => send(reply, listOf(resourceTypes(locate))));
  serve(app, contract.showType, ({ reply, params }) => send(reply, found(resourceTypes(locate), params.id)));
  serve(app, contract.listSchemas, ({ reply }) => send(reply, listOf(schemas(locate))));
  serve(app, contract.showSchema, ({ reply, params }) => send(reply, found(schemas(locate), params.id)));
}

/** What users and groups have in common. */
interface ResourceHandlers {
  list(caller: Caller, page: Page, withMembers: boolean): Promise<ListedResources>;
  show(caller: Caller, id: string, withMembers: boolean): Promise<JsonObject>;
  create(caller: Caller, body: unknown): Promise<JsonObject>;
  replace(caller: Caller, id: string, body: unknown, ifMatch: string | undefined): Promise<JsonObject>;
  patch(caller: Caller, id: string, body: unknown, ifMatch: string | undefined): Promise<JsonObject>;
  remove(caller: Caller, id: string, ifMatch: string | undefined): Promise<void>;
}

const chosen = ({ attributes, excludedAttributes }: contract.OneQuery) => selectionOf(attributes, excludedAttributes);

function send(reply: FastifyReply, status: 200 | 201, resource: JsonObject, query: contract.OneQuery): FastifyReply {
  const { location } = resource['meta'] as { readonly location: string };
  if (status === 201) reply.header('location', location);
  return reply
    .code(status)
    .header('etag', versionOf(resource))
    .type(SCIM_TYPE)
    .send(selected(resource, chosen(query)));
}

/** Users and groups belong to the whole tenant: a key that is limited to source systems does not reach them. */
const reached = (caller: Caller): Caller => {
  refuseLimited(caller, 'Users and groups');
  return caller;
};

function resourceRoutes(app: FastifyInstance, routes: contract.ResourceContracts, handlers: ResourceHandlers): void {
  serve(app, routes.list, async ({ caller, query, reply }) => {
    const selection = chosen(query);
    const { startIndex, count } = query;
    const filter = query.filter === undefined ? undefined : parseFilter(query.filter);
    const page = { filter, startIndex, count };
    const { total, resources } = await handlers.list(reached(caller), page, isSelected(selection, 'members'));
    const shown = resources.map((resource) => selected(resource, selection));
    return reply.type(SCIM_TYPE).send(listOf(shown, total, startIndex));
  });
  serve(app, routes.show, async ({ caller, params, query, request, reply }) => {
    const resource = await handlers.show(reached(caller), params.id, isSelected(chosen(query), 'members'));
    if (isVersion(request.headers['if-none-match'], resource))
      return reply.code(304).header('etag', versionOf(resource)).send();
    return send(reply, 200, resource, query);
  });
  serve(app, routes.create, async ({ caller, query, body, reply }) =>
    send(reply, 201, await handlers.create(reached(caller), body), query),
  );
  serve(app, routes.replace, async ({ caller, params, query, body, request, reply }) =>
    send(reply, 200, await handlers.replace(reached(caller), params.id, body, request.headers['if-match']), query),
  );
  serve(app, routes.patch, async ({ caller, params, query, body, request, reply }) =>
    send(reply, 200, await handlers.patch(reached(caller), params.id, body, request.headers['if-match']), query),
  );
  serve(app, routes.remove, async ({ caller, params, request, reply }) => {
    await handlers.remove(reached(caller), params.id, request.headers['if-match']);
    return reply.code(204).send();
  });
}
