/** Why a sign-in did not succeed. The sign-in page has a text for each, in the language of the browser. */
type SignInFailureCode =
  | 'expired'
  | 'unavailable'
  | 'notOffered'
  | 'cancelled'
  | 'failed'
  | 'unverified'
  | 'unknown'
  | 'disabled'
  | 'noRole'
  | 'otherPerson'
  | 'confirm';

/** Ends a sign-in. The message is for the log; the person sees the text of the code. */
export class SignInFailure extends Error {
  override readonly name = 'SignInFailure';
  readonly code: SignInFailureCode;

  constructor(code: SignInFailureCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
