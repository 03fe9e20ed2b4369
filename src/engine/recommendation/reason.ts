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
    | 'load'
    | 'travel';
  readonly detail: string;
  /** The requirement or the certificate that is missing, the task that is depended on, or what cannot be carried. */
  readonly value?: string;
  /** The rule depends on an estimated travel time. */
  readonly estimated?: true;
}
