const KEY = 'openslot-other-user';

/** Remembers over the reload of the page that another user has signed in. */
export const noteOtherUser = (name: string): void => sessionStorage.setItem(KEY, name);

/** The name of the other user, once. */
export function takeOtherUser(): string | undefined {
  const name = sessionStorage.getItem(KEY) ?? undefined;
  sessionStorage.removeItem(KEY);
  return name;
}
