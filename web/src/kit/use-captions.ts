import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { useLocale } from '../i18n/language.ts';

const captionsQuery = queryOptions({
  queryKey: ['captions'],
  queryFn: () => api.get('/caption', {}),
  staleTime: 300_000,
});

/** Captions of fields. One in the user's language wins over one without a language. */
export function useCaptions(): (field: string, usual: string) => string {
  const { language } = useLocale();
  const { data: captions = [] } = useQuery(captionsQuery);
  return (field, usual) => {
    const named = captions.filter(({ fieldName, text }) => fieldName?.toLowerCase() === field.toLowerCase() && text);
    const fits = (own: string | null): boolean => (own ?? '').slice(0, 2).toLowerCase() === language;
    const found = named.find((each) => fits(each.language)) ?? named.find((each) => !each.language);
    return found?.text ?? usual;
  };
}
