import { api } from '../../api/client.ts';
import type { Paths } from '../../api/schema.ts';

type Answer = Paths['/import/setup']['post']['answer'];
export type PackagePlan = Extract<Answer, { plan: true }>;

export interface PackageText {
  readonly content: string;
  readonly format: 'json' | 'yaml';
}

export const formatOfFile = (name: string): PackageText['format'] => (/\.ya?ml$/i.test(name) ? 'yaml' : 'json');

/** JSON5 includes JSON; YAML needs its own content type. */
const bodyOf = ({ content, format }: PackageText) => ({
  type: format === 'yaml' ? 'application/yaml' : 'application/json5',
  content,
});

export async function planPackage(text: PackageText): Promise<PackagePlan> {
  const answer = await api.post('/import/setup', { query: { plan: true }, text: bodyOf(text) });
  if (!('plan' in answer)) throw new Error('a plan was asked for, and the package was queued');
  return answer;
}

/** Returns the id of the package. */
export async function applyPackage(text: PackageText): Promise<number> {
  const answer = await api.post('/import/setup', { text: bodyOf(text) });
  if (!('id' in answer)) throw new Error('a package was sent, and a plan came back');
  return answer.id;
}
