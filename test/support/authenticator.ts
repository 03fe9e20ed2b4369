import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

const base64url = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: Uint8Array | string): Buffer => createHash('sha256').update(bytes).digest();

/** What a test changes of what a browser and its authenticator do. */
export interface Ceremony {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly type?: string;
  readonly counter?: number;
  readonly userVerified?: boolean;
  readonly userHandle?: string | null;
  readonly crossOrigin?: boolean;
}

interface Options {
  readonly challenge: string;
  readonly rpId?: string;
  readonly rp?: { readonly id: string };
  readonly user?: { readonly id: string };
}

/** A passkey in software, as a browser would present it to the service (ES256, no attestation). */
export class Authenticator {
  readonly origin: string;
  readonly credentialId = randomBytes(32);
  readonly #key: KeyObject;
  readonly #coordinates: { readonly x: Buffer; readonly y: Buffer };
  #userHandle = '';
  counter = 0;

  constructor(origin: string) {
    this.origin = origin;
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    this.#key = privateKey;
    this.#coordinates = { x: Buffer.from(x, 'base64url'), y: Buffer.from(y, 'base64url') };
  }

  get id(): string {
    return base64url(this.credentialId);
  }

  /** What `navigator.credentials.create()` returns. */
  create(options: Options, ceremony: Ceremony = {}) {
    this.#userHandle = options.user?.id ?? '';
    const { x, y } = this.#coordinates;
    const key = isoCBOR.encode(
      new Map<number, number | Uint8Array<ArrayBuffer>>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Uint8Array.from(x)],
        [-3, Uint8Array.from(y)],
      ]),
    );
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.credentialId.length);
    const attested = Buffer.concat([Buffer.alloc(16), length, this.credentialId, key]);
    const authData = Buffer.concat([this.#authData(ceremony.rpId ?? options.rp?.id ?? '', ceremony, 0x40), attested]);
    const attestationObject = isoCBOR.encode(
      new Map<string, string | Map<string, string> | Uint8Array<ArrayBuffer>>([
        ['fmt', 'none'],
        ['attStmt', new Map<string, string>()],
        ['authData', Uint8Array.from(authData)],
      ]),
    );
    return {
      ...this.#named(),
      response: {
        clientDataJSON: this.#clientData('webauthn.create', options, ceremony),
        attestationObject: base64url(attestationObject),
        transports: ['internal'],
      },
    };
  }

  /** What `navigator.credentials.get()` returns. Each use counts, unless the ceremony says otherwise. */
  get(options: Options, ceremony: Ceremony = {}) {
    this.counter = ceremony.counter ?? this.counter + 1;
    const authData = this.#authData(ceremony.rpId ?? options.rpId ?? '', { ...ceremony, counter: this.counter });
    const clientDataJSON = this.#clientData('webauthn.get', options, ceremony);
    const signed = Buffer.concat([authData, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
    const userHandle = ceremony.userHandle === undefined ? this.#userHandle : ceremony.userHandle;
    return {
      ...this.#named(),
      response: {
        clientDataJSON,
        authenticatorData: base64url(authData),
        signature: base64url(createSign('sha256').update(signed).sign(this.#key)),
        ...(userHandle === null ? {} : { userHandle }),
      },
    };
  }

  #named() {
    return { id: this.id, rawId: this.id, type: 'public-key', clientExtensionResults: {} };
  }

  #clientData(type: string, { challenge }: Options, ceremony: Ceremony): string {
    return base64url(
      JSON.stringify({
        type: ceremony.type ?? type,
        challenge: ceremony.challenge ?? challenge,
        origin: ceremony.origin ?? this.origin,
        crossOrigin: ceremony.crossOrigin ?? false,
        ...(ceremony.crossOrigin ? { topOrigin: 'https://other.example' } : {}),
      }),
    );
  }

  #authData(rpId: string, { counter = 0, userVerified = true }: Ceremony, more = 0): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.from([0x01 | (userVerified ? 0x04 : 0) | more]), count]);
  }
}
