import type { Infer } from '../../../platform/contract/kind.ts';
import { object, required } from '../../../platform/contract/object.ts';
import { exactText, json, list } from '../../../platform/contract/values.ts';

/** What a browser returns for a passkey, as the standard writes it in JSON (WebAuthn Level 3). Binary values are base64url. */
const ID = 1400;
const BINARY = 20_000;

const named = {
  id: required(exactText(ID)),
  rawId: required(exactText(ID)),
  type: required(exactText(50)),
  authenticatorAttachment: exactText(50),
  clientExtensionResults: json({ type: 'object' }),
};

/** Of `navigator.credentials.get()`. */
export const assertion = object({
  ...named,
  response: required(
    object({
      clientDataJSON: required(exactText(BINARY)),
      authenticatorData: required(exactText(BINARY)),
      signature: required(exactText(BINARY)),
      userHandle: exactText(200),
    }),
  ),
});
export type Assertion = Infer<typeof assertion>;

/** Of `navigator.credentials.create()`. */
export const registration = object({
  ...named,
  response: required(
    object({
      clientDataJSON: required(exactText(BINARY)),
      attestationObject: required(exactText(BINARY)),
      authenticatorData: exactText(BINARY),
      transports: list(exactText(50), 20),
      publicKey: exactText(BINARY),
      publicKeyAlgorithm: json({ type: 'integer' }),
    }),
  ),
});
export type Registration = Infer<typeof registration>;

/** The options that a browser needs, as the standard writes them in JSON. */
export const passkeyOptions = {
  type: 'object',
  additionalProperties: true,
  description: 'PublicKeyCredentialRequestOptions or PublicKeyCredentialCreationOptions as JSON (WebAuthn Level 3).',
};
