/** A record as the API shows it. */
export type Row = Readonly<Record<string, unknown>> & {
  readonly id: number;
  readonly version: number;
  readonly createdBy: string;
  readonly updatedBy: string;
};

export const textOf = (row: Readonly<Record<string, unknown>> | undefined, name: string): string => {
  const value = row?.[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

/**
 * The system that owns a record: what a program has created or changed with an API key belongs to the program's SourceApp, and its next
 * message would overwrite a change. Undefined for what people have entered. The SourceApp alone does not tell: jobs that people enter have one too.
 */
export function ownerOf(row: Row): string | undefined {
  const key = [row.createdBy, row.updatedBy].find((actor) => actor.startsWith('key:'));
  if (key === undefined) return undefined;
  return textOf(row, 'sourceApp') || key.slice('key:'.length);
}
