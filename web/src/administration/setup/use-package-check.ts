import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { PlacedProblem } from './check-package.ts';
import type { PackageText } from './package-text.ts';

/** Until the user stops typing. */
const PAUSE_MS = 350;
/** The service reads longer texts only as JSON; checking them would make typing slow. */
const LONGEST_CHECKED = 1_048_576;

/** The problems of the text, some moments after it changed; undefined while they are not known. */
export function usePackageCheck(text: PackageText): readonly PlacedProblem[] | undefined {
  const isChecked = text.content.trim() !== '' && text.content.length <= LONGEST_CHECKED;
  const { data: schema } = useQuery({
    queryKey: ['setup-package-schema'],
    queryFn: async () => (await import('./package-schema.ts')).readPackageSchema(),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: isChecked,
  });
  const [checked, setChecked] = useState<{ readonly text: PackageText; readonly problems: readonly PlacedProblem[] }>();
  useEffect(() => {
    if (!isChecked || !schema) return undefined;
    let isStale = false;
    const timer = setTimeout(async () => {
      const { checkPackage } = await import('./check-package.ts');
      const problems = await checkPackage(text, schema);
      if (!isStale) setChecked({ text, problems });
    }, PAUSE_MS);
    return () => {
      isStale = true;
      clearTimeout(timer);
    };
  }, [text, isChecked, schema]);
  return isChecked && checked?.text === text ? checked.problems : undefined;
}
