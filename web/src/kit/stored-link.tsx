import type { AnchorHTMLAttributes } from 'react';
import { safeLink } from './safe-link.ts';

interface Props extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'target' | 'rel'> {
  readonly uri: string;
  /** Opens a tab of its own, which knows nothing of this one. Other programs need none. */
  readonly isForeign?: boolean;
}

/** A link to an address that is made of stored data. One that must not be opened becomes plain text. */
export function StoredLink({ uri, isForeign = false, children, ...more }: Props) {
  const href = safeLink(uri, window.location.origin);
  if (href === undefined) return <span className={more.className}>{children}</span>;
  const foreign = isForeign && /^https?:/.test(href) ? { target: '_blank', rel: 'noopener noreferrer' } : {};
  return (
    <a dir="auto" {...more} {...foreign} href={href}>
      {children}
    </a>
  );
}
