/** Why a resource has no slot: the first rule that it fails. */
export interface Reason {
  readonly rule:
    | 'notShown'
    | 'notAmong'
    | 'excluded'
    | 'differentResource'
    | 'outOfService'
    | 'missingRequirement'
    | 'certificate'
    | 'unknownPlace'
    | 'tooFar'
    | 'notWorking'
    | 'dependency'
    | 'booked'
    | 'tooShort'
    | 'capacity'
    | 'travel';
  readonly detail: string;
  /** The requirement or the certificate that is missing, or the task that is depended on. */
  readonly value?: string;
  /** The rule depends on an estimated travel time. */
  readonly estimated?: true;
}
