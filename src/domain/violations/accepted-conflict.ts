/** The property under which the change log shows that a conflict was accepted, or no longer is. Nothing of the record changes. */
export const ACCEPTED_CONFLICT = 'acceptedConflict';
