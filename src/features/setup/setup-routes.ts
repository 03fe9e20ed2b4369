import type { FastifyInstance, FastifyRequest } from 'fastify';
import { serve } from '../../platform/contract/route.ts';
import { readBytes } from '../../platform/http/body.ts';
import type { ReadDeps } from '../../records/reading/read-deps.ts';
import { answerOnce, withLocation } from '../../records/routes/answer-once.ts';
import type { WriteDeps } from '../../records/writing/write-deps.ts';
import * as contract from './contract.ts';
import { exportSetup } from './export-setup.ts';
import type { PackageFile } from './package-text.ts';
import { planPackage } from './plan-package.ts';
import { type QueuedPackage, queuePackage } from './queue-package.ts';
import { listPackages, showPackage } from './show-packages.ts';

/** Packages come as JSON or JSON5, under whichever name a client has for that, or as YAML, which must be named. */
const PACKAGES = /^(?:application\/(?:[\w.+-]+\+)?json5?|text\/(?:plain|json5?))\b/i;
const YAML = /^(?:application|text)\/(?:x-)?yaml\b/i;

const fileIn = ({ rawBody, headers }: FastifyRequest): PackageFile => ({
  bytes: rawBody ?? Buffer.alloc(0),
  isYaml: YAML.test(headers['content-type'] ?? ''),
});

export async function setupRoutes(app: FastifyInstance, deps: WriteDeps): Promise<void> {
  await app.register(async (packages) => {
    packages.removeAllContentTypeParsers();
    for (const type of [PACKAGES, YAML]) packages.addContentTypeParser(type, readBytes);
    packageRoute(packages, deps);
  });
  readRoutes(app, deps);
}

function packageRoute(app: FastifyInstance, deps: WriteDeps): void {
  serve(app, contract.applyPackage, (input) => {
    const { caller, query, request } = input;
    if (query.plan) return planPackage(deps, caller, fileIn(request));
    const render = withLocation<QueuedPackage>(202, ({ href }) => href);
    return answerOnce(deps, input, render, (guard) => queuePackage(deps, caller, fileIn(request), guard));
  });
}

function readRoutes(app: FastifyInstance, deps: ReadDeps): void {
  serve(app, contract.listPackages, async ({ caller, query, reply }) => {
    const { total, packages } = await listPackages(deps, caller, query);
    reply.header('x-total-count', String(total));
    return packages;
  });
  serve(app, contract.showPackage, ({ caller, params }) => showPackage(deps, caller, params.id));
  serve(app, contract.exportSetup, ({ caller, query }) => exportSetup(deps, caller, query.owner));
}
