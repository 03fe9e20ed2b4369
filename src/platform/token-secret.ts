/** The secret that signs tokens. */
export interface HasTokenSecret {
  readonly jwtSecret: Uint8Array;
}
