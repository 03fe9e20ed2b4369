import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** Addresses of the script and the styles of the reference. Their names change with their content. */
export interface PageFiles {
  readonly script?: string;
  readonly styles: readonly string[];
}

const ENTRY = 'src/docs/main.ts';

/** From the list of files that the build of the web application writes. Without a build the pages have no script and no styles. */
export async function readPageFiles(folder: string | undefined): Promise<PageFiles> {
  if (folder === undefined) return { styles: [] };
  const text = await readFile(path.join(folder, '.vite', 'manifest.json'), 'utf8').catch(() => '{}');
  const built = JSON.parse(text) as Readonly<
    Record<string, { readonly file: string; readonly css?: readonly string[] }>
  >;
  const entry = built[ENTRY];
  return entry
    ? { script: `/app/${entry.file}`, styles: (entry.css ?? []).map((file) => `/app/${file}`) }
    : { styles: [] };
}
