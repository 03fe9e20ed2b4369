import { useState } from 'react';
import { useSession } from '../../session/session.ts';
import type { PackageText } from './package-text.ts';

const EMPTY: PackageText = { content: '', format: 'json' };

function stored(key: string): PackageText {
  try {
    const { content, format } = JSON.parse(sessionStorage.getItem(key) ?? '{}') as Partial<PackageText>;
    return typeof content === 'string' && (format === 'json' || format === 'yaml') ? { content, format } : EMPTY;
  } catch {
    return EMPTY;
  }
}

/** The text that is being written. It survives a reload, in this tab: it may contain addresses of people. */
export function useDraft(): readonly [PackageText, (text: PackageText) => void, () => void] {
  const { tenant, user } = useSession();
  const key = `openslot-setup-package ${tenant.name} ${user.email}`;
  const [text, setText] = useState(() => stored(key));
  const set = (next: PackageText): void => {
    setText(next);
    try {
      if (next.content === '') sessionStorage.removeItem(key);
      else sessionStorage.setItem(key, JSON.stringify(next));
    } catch {
      // The storage is full: the text is kept until the page is left.
    }
  };
  return [text, set, () => set(EMPTY)];
}
