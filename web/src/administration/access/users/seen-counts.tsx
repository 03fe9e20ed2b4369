import { useQuery } from '@tanstack/react-query';
import { useDataFilterTexts } from './data-filter-texts.ts';
import { visibilityQuery } from './visibility-query.ts';

const KINDS = ['tasks', 'resources', 'appointments'] as const;

/** How many records a user sees of how many there are. */
export function SeenCounts({ email }: { email: string }) {
  const texts = useDataFilterTexts();
  const { data } = useQuery(visibilityQuery(email));
  return (
    <p role="status" aria-label={texts.sees} className="seen-counts">
      {data &&
        KINDS.map((kind) => (
          <span key={kind}>{texts.seen(data.counts[kind].visible, texts.kinds[kind](data.counts[kind].total))}</span>
        ))}
    </p>
  );
}
