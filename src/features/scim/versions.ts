import { errorDetail, Refusal } from '../../domain/errors.ts';
import type { JsonObject } from '../../domain/scim/operations.ts';
import { isObject } from '../../domain/scim/operations.ts';

export const versionOf = ({ meta }: JsonObject): string => (isObject(meta) ? String(meta['version']) : '');

const tags = (header: string): string[] => header.split(',').map((tag) => tag.trim());

export const isVersion = (header: string | undefined, resource: JsonObject): boolean =>
  header !== undefined && (header.trim() === '*' || tags(header).includes(versionOf(resource)));

/** Refuses a change of a resource that is not as the client saw it. */
export function refuseStale(ifMatch: string | undefined, resource: JsonObject): void {
  if (ifMatch !== undefined && !isVersion(ifMatch, resource))
    throw new Refusal(errorDetail('APP003', 'The resource has changed: read it again.', 'If-Match'));
}
