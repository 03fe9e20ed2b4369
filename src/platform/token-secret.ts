/** The secret that signs tokens, and the one before it while it is replaced: tokens that it signed stay valid. */
export interface HasTokenSecret {
  readonly jwtSecret: Uint8Array;
  readonly previousJwtSecret?: Uint8Array | undefined;
}
