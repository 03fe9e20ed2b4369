import { useMantineColorScheme } from '@mantine/core';
import { useEffect } from 'react';

const THEMES = ['auto', 'light', 'dark'] as const;

/** Applies the colours that the user chose. The device keeps them: its next start has them before anybody is signed in. */
export function OwnTheme({ theme }: { theme: number | undefined }) {
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  // A session that an older release remembered has none.
  const own = THEMES[theme ?? 0] ?? 'auto';
  useEffect(() => {
    if (own !== colorScheme) setColorScheme(own);
  }, [own, colorScheme, setColorScheme]);
  return null;
}
