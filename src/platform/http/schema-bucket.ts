import type { FastifyServerOptions } from 'fastify';

type MakeBucket = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['bucket']>;
type Bucket = ReturnType<MakeBucket>;

/**
 * Keeps the schemas that routes refer to. The framework's own store is copied twice for every route, for compilers that look at no schema here:
 * a tenth of the start.
 */
export const schemaBucket: MakeBucket = (inherited): Bucket => {
  const schemas: Record<string, unknown> = { ...(inherited as Record<string, unknown> | undefined) };
  return {
    add(schema: { readonly $id: string }) {
      if (schemas[schema.$id]) throw new Error(`there are two schemas named ${schema.$id}`);
      schemas[schema.$id] = structuredClone(schema);
    },
    getSchema: (id: string) => schemas[id],
    getSchemas: () => schemas,
  } as Bucket;
};
