import type { FastifyServerOptions } from 'fastify';

type SchemaController = NonNullable<FastifyServerOptions['schemaController']>;
type MakeBucket = NonNullable<SchemaController['bucket']>;
type Bucket = ReturnType<MakeBucket>;
/** Their types ask for what compiled schemas of Ajv have beside being functions. */
type Compilers = NonNullable<SchemaController['compilersFactory']>;

/**
 * Keeps the schemas that routes refer to. The framework's own store is copied twice for every route, for compilers that look at none. Schemas are not
 * copied either: the API description is made of copies.
 */
const bucket: MakeBucket = (inherited): Bucket => {
  const schemas: Record<string, unknown> = { ...(inherited as Record<string, unknown> | undefined) };
  return {
    add(schema: { readonly $id: string }) {
      if (schemas[schema.$id]) throw new Error(`there are two schemas named ${schema.$id}`);
      schemas[schema.$id] = schema;
    },
    getSchema: (id: string) => schemas[id],
    getSchemas: () => schemas,
  } as Bucket;
};

/**
 * Declarations check what comes in and the tests check what goes out; schemas are for the description only. Given as an option, the compilers
 * of the framework are not even loaded.
 */
export const schemaController: SchemaController = {
  bucket,
  compilersFactory: {
    buildValidator: () => () => () => true,
    buildSerializer: () => () => (value: unknown) => JSON.stringify(value),
  } as unknown as Compilers,
};
