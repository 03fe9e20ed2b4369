import type { ErrorCode } from '../error-catalogue.ts';
import { errorDetail, Refusal } from '../errors.ts';

/** The kinds of error that SCIM names (RFC 7644, section 3.12), as far as they occur here. */
export type ScimType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget'
  | 'tooMany'
  | 'uniqueness';

/** A refusal with the kind that SCIM clients read. */
export const scimRefusal = (scimType: ScimType, message: string, code: ErrorCode = 'REQ014'): Refusal =>
  new Refusal(errorDetail(code, message), { extra: { scimType } });
