/** Where the web application keeps the choice of the person. */
const CHOICE = 'mantine-color-scheme-value';

/** Light or dark as in the web application: as chosen there, or else as the system is set. */
export function followColorScheme(): void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const apply = (): void => {
    const chosen = localStorage.getItem(CHOICE);
    const isDark = chosen === 'dark' || (chosen !== 'light' && system.matches);
    document.documentElement.dataset['mantineColorScheme'] = isDark ? 'dark' : 'light';
  };
  system.addEventListener('change', apply);
  apply();
}
