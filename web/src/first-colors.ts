/*
 * Runs before the first page is drawn, so that nobody who works in dark colours sees a white flash. It is a file because the content security policy
 * allows no script in the page itself. MantineProvider reads the same key and keeps the attribute from then on.
 */
{
  const root = document.documentElement;
  const apply = (scheme: string): void => root.setAttribute('data-mantine-color-scheme', scheme);
  let chosen: string | null = null;
  try {
    chosen = localStorage.getItem('mantine-color-scheme-value');
  } catch {
    // Without local storage the system decides.
  }
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  apply(chosen === 'dark' || chosen === 'light' ? chosen : system);

  // Paper is white.
  let shown: string | null = null;
  addEventListener('beforeprint', () => {
    shown = root.getAttribute('data-mantine-color-scheme');
    apply('light');
  });
  addEventListener('afterprint', () => shown !== null && apply(shown));
}
