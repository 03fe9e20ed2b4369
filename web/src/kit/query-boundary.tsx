import { Button, Loader } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTexts } from '../i18n/language.ts';
import { useNotify } from './use-notify.ts';

/** Shows the data of a query, a loader while it is pending, or the error with a retry button. */
export function QueryBoundary<T>({ query, children }: { query: UseQueryResult<T>; children: (data: T) => ReactNode }) {
  const texts = useTexts();
  const { messageOf } = useNotify();
  if (query.data !== undefined) return <>{children(query.data)}</>;
  if (query.isError)
    return (
      <div className="kit-note" role="alert">
        {messageOf(query.error)}{' '}
        <Button size="compact-sm" variant="default" onClick={() => void query.refetch()}>
          {texts.retry}
        </Button>
      </div>
    );
  return (
    <div className="kit-note">
      <Loader size="sm" role="status" aria-label={texts.loading} />
    </div>
  );
}
