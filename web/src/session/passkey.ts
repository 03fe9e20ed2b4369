import type { Paths } from '../api/schema.ts';

export type Assertion = NonNullable<Paths['/session/passkey']['post']['body']['passkey']>;
export type Registration = Paths['/secondFactor/passkey']['post']['body']['passkey'];
/** The options of the service, as the standard writes them in JSON. */
export type PasskeyOptions = Readonly<Record<string, unknown>>;

/** Loaded when a passkey is used. */
const library = () => import('@simplewebauthn/browser');
type Library = Awaited<ReturnType<typeof library>>;
type RequestOptions = Parameters<Library['startAuthentication']>[0]['optionsJSON'];
type CreationOptions = Parameters<Library['startRegistration']>[0]['optionsJSON'];

/** Browsers refuse passkeys on an IP address, and without https on any host but localhost. */
export const canUsePasskeys = (): boolean =>
  window.isSecureContext && 'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(window.location.hostname);

export async function signWithPasskey(options: PasskeyOptions): Promise<Assertion> {
  const { startAuthentication } = await library();
  return (await startAuthentication({ optionsJSON: options as unknown as RequestOptions })) as Assertion;
}

export async function createPasskey(options: PasskeyOptions): Promise<Registration> {
  const { startRegistration } = await library();
  return (await startRegistration({ optionsJSON: options as unknown as CreationOptions })) as unknown as Registration;
}

/** Offers passkeys in the e-mail field, until one is chosen. Undefined if the browser cannot. */
export async function passkeyFromField(options: () => Promise<PasskeyOptions>): Promise<Assertion | undefined> {
  const { browserSupportsWebAuthnAutofill, startAuthentication } = await library();
  if (!(await browserSupportsWebAuthnAutofill())) return undefined;
  const optionsJSON = (await options()) as unknown as RequestOptions;
  return (await startAuthentication({ optionsJSON, useBrowserAutofill: true })) as Assertion;
}

export const stopPasskeys = (): Promise<void> =>
  library().then(({ WebAuthnAbortService }) => WebAuthnAbortService.cancelCeremony());

/** The person closed the dialog of the browser, or nobody answered it: nothing to report. */
export const isCancelled = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');
