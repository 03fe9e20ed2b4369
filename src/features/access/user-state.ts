import type { ReadExtension } from '../../records/extensions.ts';
import { userStateColumns } from './invitation-store.ts';

const userState = {
  state: {
    enum: ['active', 'invited', 'expired', 'none'],
    description:
      'active: can sign in with a password; invited: a link was mailed and not used yet; expired: the link has expired; none: no link was mailed.',
  },
  secondFactor: { type: 'boolean', description: 'Whether the person has set up a second factor.' },
};

/** Reads of users show whether the person can sign in. */
export const userStateRead: ReadExtension = {
  properties: userState,
  columns: userStateColumns,
  present: (record) => ({ state: record['state'], secondFactor: record['secondFactor'] }),
};
