import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { settings } from '../../src/config.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = path.join(root, 'deploy', 'kubernetes');
const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string };

// biome-ignore lint/suspicious/noExplicitAny: tests look into manifests freely; the compiler checks them below
type Manifest = any;
const manifests: Manifest[] = readdirSync(folder)
  .filter((name) => name !== 'kustomization.yaml')
  .flatMap((name) => parseAllDocuments(readFileSync(path.join(folder, name), 'utf8'), { strict: true }))
  .map((document) => {
    expect(document.errors).toEqual([]);
    return document.toJS();
  });
const ofKind = (kind: string): Manifest[] => manifests.filter((each) => each.kind === kind);
const podSpecs: Manifest[] = [...ofKind('Deployment'), ...ofKind('Job')].map((each) => each.spec.template.spec);

/**
 * The types of kubernetes-types are made from the OpenAPI schema of Kubernetes. An object literal is checked strictly: fields that do not exist
 * are errors, which a JSON schema without additionalProperties would accept.
 */
function typeErrors(objects: readonly Manifest[]): string {
  const types = path.join(root, 'node_modules', 'kubernetes-types');
  const text = objects.map(({ apiVersion, kind }, at) => {
    const [group = '', name = ''] = apiVersion.includes('/') ? apiVersion.split('/') : ['core', apiVersion];
    const module = path.join(types, group, `${name}.js`);
    return `import type { ${kind} as Kind${at} } from ${JSON.stringify(module)};\nexport const value${at}: Kind${at} = ${JSON.stringify(objects[at], null, 1)};`;
  });
  const temporary = mkdtempSync(path.join(os.tmpdir(), 'openslot-manifests-'));
  try {
    const file = path.join(temporary, 'manifests.ts');
    writeFileSync(file, text.join('\n'));
    const options = ['--noEmit', '--strict', '--module', 'esnext', '--moduleResolution', 'bundler', '--types', ''];
    execFileSync(process.execPath, [path.join(root, 'node_modules/typescript/bin/tsc'), ...options, file], {
      cwd: temporary,
      encoding: 'utf8',
      stdio: 'pipe',
    });
    return '';
  } catch (error) {
    return String((error as { stdout?: string }).stdout ?? error);
  } finally {
    rmSync(temporary, { recursive: true });
  }
}

describe('deploy/kubernetes', () => {
  test('has the kinds that the guide names, and each fits the schema of Kubernetes', () => {
    const kinds = ['ConfigMap', 'Deployment', 'Deployment', 'Job', 'PodDisruptionBudget', 'PodDisruptionBudget'];
    expect(manifests.map(({ kind }) => kind).sort()).toEqual([...kinds, 'Secret', 'Service'].sort());
    expect(typeErrors(manifests)).toBe('');
  });

  test('the check refuses a field that does not exist, and a value of a wrong type', () => {
    const [deployment] = structuredClone(ofKind('Deployment'));
    deployment.spec.replicas = '2';
    deployment.spec.template.spec.containers[0].securityContext.readOnlyRootFileSystem = true;
    const errors = typeErrors([deployment]);
    expect(errors).toContain(`'"readOnlyRootFileSystem"' does not exist`);
    expect(errors).toContain("'string' is not assignable to type 'number'");
  });

  test('every pod runs without root, without capabilities and on a read-only root file system', () => {
    expect(podSpecs).toHaveLength(3);
    for (const pod of podSpecs) {
      expect(pod.securityContext).toMatchObject({
        runAsNonRoot: true,
        runAsUser: 10_001,
        seccompProfile: { type: 'RuntimeDefault' },
      });
      expect(pod.automountServiceAccountToken).toBe(false);
      for (const { securityContext, volumeMounts } of pod.containers) {
        expect(securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
        const volumes = pod.volumes.map(({ name }: Manifest) => name);
        expect(volumeMounts.map(({ name }: Manifest) => name)).toEqual(volumes);
      }
    }
  });

  test('selectors find the pods, probes find the port, and requests go to the api only', () => {
    for (const { metadata, spec } of ofKind('Deployment')) {
      expect(spec.selector.matchLabels).toEqual(spec.template.metadata.labels);
      const budget = ofKind('PodDisruptionBudget').find((each) => each.metadata.name === metadata.name);
      expect(budget?.spec.selector).toEqual(spec.selector);
      expect(spec.replicas).toBeGreaterThan(budget?.spec.minAvailable);
    }
    const [api, worker] = ofKind('Deployment').map((each) => each.spec.template);
    const [container] = api.spec.containers;
    expect(container.env).toEqual([{ name: 'ROLES', value: 'api' }]);
    expect(worker.spec.containers[0].env).toEqual([{ name: 'ROLES', value: 'worker' }]);
    expect(ofKind('Service')[0].spec.selector).toEqual(api.metadata.labels);
    expect(ofKind('Service')[0].spec.ports[0].targetPort).toBe(container.ports[0].name);
    expect(container.readinessProbe.httpGet).toEqual({ path: '/health/ready', port: container.ports[0].name });
    expect(container.livenessProbe.httpGet).toEqual({ path: '/health/live', port: container.ports[0].name });
  });

  test('names settings that exist, and the image of this version', () => {
    const known = new Set(Object.values(settings).map(({ name }) => name));
    const named = [
      ...ofKind('ConfigMap').flatMap(({ data }) => Object.keys(data)),
      ...ofKind('Secret').flatMap(({ stringData }) => Object.keys(stringData)),
      ...podSpecs.flatMap((pod) =>
        pod.containers.flatMap(({ env = [] }: Manifest) => env.map(({ name }: Manifest) => name)),
      ),
    ];
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !known.has(name))).toEqual([]);
    for (const pod of podSpecs) expect(pod.containers[0].image).toBe(`openslot:${version}`);
    const [kustomization] = parseAllDocuments(readFileSync(path.join(folder, 'kustomization.yaml'), 'utf8'));
    expect(kustomization?.toJS()).toMatchObject({
      resources: ['config.yaml', 'api.yaml', 'worker.yaml'],
      images: [{ name: 'openslot', newTag: version }],
    });
  });
});
