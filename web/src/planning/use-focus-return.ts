import { type RefObject, useEffect, useRef } from 'react';

/**
 * Gives the focus back when a menu or dialog closes: to the element of the page that had it last, or to the board when that element is
 * gone. Menus and dialogs are outside the page's element, so a dialog that was opened from a menu returns to where the menu was opened.
 */
export function useFocusReturn(page: RefObject<HTMLElement | null>, isOpen: boolean, fallBack: () => void): void {
  const last = useRef<HTMLElement>(undefined);
  const wasOpen = useRef(false);
  const latest = useRef(fallBack);
  latest.current = fallBack;
  useEffect(() => {
    const remember = ({ target }: FocusEvent): void => {
      if (target instanceof HTMLElement && page.current?.contains(target)) last.current = target;
    };
    document.addEventListener('focusin', remember);
    return () => document.removeEventListener('focusin', remember);
  }, [page]);
  useEffect(() => {
    if (isOpen) {
      wasOpen.current = true;
      return undefined;
    }
    if (!wasOpen.current) return undefined;
    wasOpen.current = false;
    // After the menu or dialog has left the document.
    const timer = setTimeout(() => {
      if (page.current?.contains(document.activeElement)) return;
      if (last.current?.isConnected) last.current.focus({ preventScroll: true });
      else latest.current();
    });
    return () => clearTimeout(timer);
  }, [isOpen, page]);
}
