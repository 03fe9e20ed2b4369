/** Something that the operator can put right: told in one sentence, without a stack trace. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}
