import { randomBytes, scryptSync } from 'node:crypto';
import { OperatorError } from '../../domain/operator-error.ts';
import { makeSealer, type Sealer } from '../sealer.ts';
import type { Sealing } from './file-format.ts';
import { needPassphrase } from './passphrase.ts';

const CHECK = 'openslot export';
/** A guess takes 64 MB of memory and a fraction of a second. */
const COST = { N: 65_536, r: 8, p: 1, maxmem: 128 * 1024 * 1024 };

export interface FileSealer {
  readonly sealing: Sealing;
  readonly sealer: Sealer;
}

const sealerOfPassphrase = (passphrase: string, salt: string): Sealer =>
  makeSealer(scryptSync(passphrase.normalize('NFC'), Buffer.from(salt, 'base64url'), 32, COST));

/** Encrypts the secrets of a new file: with a passphrase, or as the installation does. */
export function newFileSealer(passphrase: string | undefined, own: Sealer): FileSealer {
  if (passphrase === undefined) return { sealing: { by: 'secret', check: own.seal(CHECK) }, sealer: own };
  needPassphrase(passphrase);
  const salt = randomBytes(16).toString('base64url');
  const sealer = sealerOfPassphrase(passphrase, salt);
  return { sealing: { by: 'passphrase', salt, check: sealer.seal(CHECK) }, sealer };
}

/** What opens the secrets of a file. Throws if the passphrase, or the secret of this installation, is not the one of the file. */
export function fileSealerOf(sealing: Sealing, passphrase: string | undefined, own: Sealer): Sealer {
  if (sealing.by === 'secret') {
    if (opens(own, sealing.check)) return own;
    throw new OperatorError(
      'The secrets in this file are encrypted with the JWT_SECRET of the installation that wrote it, and this one has another. Set JWT_SECRET to the same secret, or export again with --passphrase-file.',
    );
  }
  if (passphrase === undefined)
    throw new OperatorError(
      'The secrets in this file are encrypted with a passphrase: name it with --passphrase-file.',
    );
  const sealer = sealerOfPassphrase(passphrase, sealing.salt);
  if (!opens(sealer, sealing.check)) throw new OperatorError('The passphrase is not the one of this file.');
  return sealer;
}

function opens(sealer: Sealer, sealed: string): boolean {
  try {
    return sealer.open(sealed) === CHECK;
  } catch {
    return false;
  }
}

/** The shortest sealed text has 28 bytes before what it seals. */
const SEALED = /v1\.[A-Za-z0-9_-]{38,}/g;

/**
 * Seals again, with another key, every sealed text in rows, wherever it stands: no list of columns can be incomplete. A text that only looks
 * sealed does not open, and stays.
 */
export class Reseal {
  readonly #from: Sealer;
  readonly #to: Sealer;
  done = 0;
  /** Texts that look sealed and do not open. */
  unopened = 0;

  constructor(from: Sealer, to: Sealer) {
    this.#from = from;
    this.#to = to;
  }

  rows(portion: Buffer): Buffer {
    if (portion.indexOf('v1.') < 0) return portion;
    // One character for each byte: nothing else of the row is changed.
    const text = portion.toString('latin1');
    const again = text.replace(SEALED, (sealed) => this.#again(sealed));
    return again === text ? portion : Buffer.from(again, 'latin1');
  }

  #again(sealed: string): string {
    let plain: string;
    try {
      plain = this.#from.open(sealed);
    } catch {
      this.unopened++;
      return sealed;
    }
    this.done++;
    return this.#to.seal(plain);
  }
}
