/** Refusals of drafts, a part of the catalogue. */
export const draftErrors = {
  APP080: {
    status: 409,
    title: 'Not possible in a draft',
    remedy:
      'A draft holds changes of appointments and of what belongs to them. Send the request without X-Draft to change the plan itself.',
  },
  APP081: {
    status: 409,
    title: 'Draft conflicts with the plan',
    remedy:
      'Nothing was published. `conflicts` shows both sides: take those changes out of the draft, or choose the others with `changes`.',
  },
} as const;
