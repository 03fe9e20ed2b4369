const root = document.documentElement;

/** Whether the page is shown in dark colours now. */
export const isDark = (): boolean => root.dataset['mantineColorScheme'] === 'dark';

/** The value of a variable of base.css, for what is drawn on a canvas. */
export const colorOf = (variable: `--${string}`): string => getComputedStyle(root).getPropertyValue(variable).trim();

/** Calls back when the page changes between light and dark, until the signal. */
export function whenSchemeChanges(changed: () => void, signal: AbortSignal): void {
  const observer = new MutationObserver(changed);
  observer.observe(root, { attributeFilter: ['data-mantine-color-scheme'] });
  signal.addEventListener('abort', () => observer.disconnect(), { once: true });
}
