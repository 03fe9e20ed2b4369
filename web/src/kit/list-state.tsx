import { Button, Loader } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../i18n/language.ts';
import { useErrorMessage } from '../messages/error-message.ts';
import { useStateTexts } from './state-texts.ts';
import './list-state.css';

interface Props {
  readonly isLoading?: boolean;
  /** Why it could not be loaded; undefined or null when it was. */
  readonly error?: unknown;
  /** A search or filter is set, so that there may be more than what is shown. */
  readonly isFiltered?: boolean;
  /** What there is nothing of. */
  readonly empty: ReactNode;
  /** What to do next where there is nothing yet. */
  readonly hint?: ReactNode;
  onRetry?(): void;
  onClear?(): void;
}

/** Says why a list is empty: it is loading, could not be loaded, is filtered, or there is nothing yet. */
export function ListState({ isLoading, error, isFiltered, empty, hint, onRetry, onClear }: Props) {
  const common = useTexts();
  const texts = useStateTexts();
  const messageOf = useErrorMessage();
  if (error !== undefined && error !== null)
    return (
      <div className="list-state" role="alert" data-state="error">
        <span>
          {texts.notLoaded} {messageOf(error)}
        </span>
        {onRetry && (
          <Button size="compact-sm" variant="default" onClick={onRetry}>
            {common.retry}
          </Button>
        )}
      </div>
    );
  if (isLoading)
    return (
      <div className="list-state" role="status" data-state="loading">
        <Loader size="xs" aria-hidden="true" />
        <span>{common.loading}</span>
      </div>
    );
  if (isFiltered)
    return (
      <div className="list-state" role="status" data-state="filtered">
        <span>{texts.nothingMatches}</span>
        {onClear && (
          <Button size="compact-sm" variant="default" onClick={onClear}>
            {texts.clearFilters}
          </Button>
        )}
      </div>
    );
  return (
    <div className="list-state" role="status" data-state="empty">
      <span>{empty}</span>
      {hint !== undefined && <span className="list-state-hint">{hint}</span>}
    </div>
  );
}
