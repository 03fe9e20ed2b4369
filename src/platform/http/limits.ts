/** What a single request may hold. */
export interface Limits {
  readonly callsPerImport: number;
  readonly bytesPerRequest: number;
}

export interface HasLimits {
  readonly limits: Limits;
}
