import { type Kind, kind } from '../../platform/contract/kind.ts';

/**
 * A user name or a password. It is compared and never stored, so that every character is allowed, and its length is checked before anything else is
 * done with it: the caller is not known yet.
 */
export const credential = (most: number): Kind<string> =>
  kind({ type: 'string' }, (value, position) => {
    if (typeof value !== 'string') throw position.refuse('REQ015', 'a text is required.');
    if (value.length > most) throw position.refuse('REQ013', `must have at most ${most} characters.`);
    return value || undefined;
  });

/** A body that is no object has no credentials: REQ015 for all of them. */
export const credentials = <T>(own: Kind<T>): Kind<T> =>
  kind(own.schema, (value, position) =>
    own.read(Array.isArray(value) || typeof value !== 'object' ? {} : value, position),
  );
