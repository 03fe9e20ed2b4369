import type { KeyboardEvent } from 'react';

/** Nobody decides their own time but administrators; the service has the same rule. */
export const isOwnEntry = (
  user: { readonly resourceNo: string | null; readonly permissions: readonly string[] },
  { resourceNo }: { readonly resourceNo: string },
): boolean =>
  user.resourceNo?.trim().toLowerCase() === resourceNo.trim().toLowerCase() &&
  !user.permissions.includes('settings.manage');

/** The arrow keys go from one checkbox to the next. */
export function moveFocus(event: KeyboardEvent<HTMLInputElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  const boxes = event.currentTarget
    .closest('.decide-list')
    ?.querySelectorAll<HTMLInputElement>('input[type=checkbox]:enabled');
  const all = [...(boxes ?? [])];
  all[all.indexOf(event.currentTarget) + step]?.focus();
  event.preventDefault();
}
