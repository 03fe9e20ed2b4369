/** Production, or the sandbox of an installation, where new features and integrations are tried first. */
export const environments = ['production', 'sandbox'] as const;
export type Environment = (typeof environments)[number];

export interface HasEnvironment {
  readonly environment: Environment;
}
