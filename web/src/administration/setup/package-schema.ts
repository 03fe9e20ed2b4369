import type { PackageSchema } from './schema-check.ts';

/** The published schema of setup packages. A file of the service, cached by the browser. */
export async function readPackageSchema(): Promise<PackageSchema> {
  const answer = await fetch('/docs/setup-package.schema.json');
  if (!answer.ok) throw new Error(`the schema of setup packages: ${answer.status}`);
  return answer.json();
}
