/** Leaves for an identity provider, or opens it in a window of its own: by an address of the service that begins the sign-in, or by one on the web that ends the session there. */
export function goToProvider(address: string, inNewWindow = false): void {
  const { protocol, origin, pathname } = new URL(address, window.location.origin);
  const isOwn = origin === window.location.origin && pathname.startsWith('/sso/');
  // No script can stand in such an address, even if a provider names one.
  if (!isOwn && protocol !== 'https:' && protocol !== 'http:') return;
  if (inNewWindow) window.open(address, '_blank', 'popup,width=520,height=720,noopener');
  else window.location.assign(address);
}
