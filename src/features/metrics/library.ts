/** Loaded if metrics are enabled. */
export const loadLibrary = () => import('prom-client');

export type Library = Awaited<ReturnType<typeof loadLibrary>>;
