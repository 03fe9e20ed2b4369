import { OperatorError } from '../../domain/operator-error.ts';

const SHORTEST_PASSPHRASE = 12;

/** Throws where there is none, or one that can be guessed. */
export function needPassphrase(passphrase: string | undefined): string {
  if (passphrase === undefined)
    throw new OperatorError('To encrypt the file, name a file with a passphrase with --passphrase-file.');
  if (passphrase.length < SHORTEST_PASSPHRASE)
    throw new OperatorError(`The passphrase must have at least ${SHORTEST_PASSPHRASE} characters.`);
  return passphrase;
}
