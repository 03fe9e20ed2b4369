import { Button } from '@mantine/core';
import { useLogTexts } from './texts.ts';

/** Shows the range of rows, and buttons for the previous and next page. */
export function Pager({
  page,
  size,
  total,
  go,
}: {
  page: number;
  size: number;
  total: number;
  go: (page: number) => void;
}) {
  const texts = useLogTexts();
  if (total === 0) return null;
  const last = Math.min(page * size, total);
  return (
    <div className="log-pager">
      <span>{texts.pageOf((page - 1) * size + 1, last, total)}</span>
      {total > size && (
        <>
          <Button size="compact-sm" variant="default" disabled={page === 1} onClick={() => go(page - 1)}>
            {texts.previousPage}
          </Button>
          <Button size="compact-sm" variant="default" disabled={last >= total} onClick={() => go(page + 1)}>
            {texts.nextPage}
          </Button>
        </>
      )}
    </div>
  );
}
