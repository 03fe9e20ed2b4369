import { ActionIcon } from '@mantine/core';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Icon } from '../frame/icons.tsx';
import { useSearchButtonTexts } from './button-texts.ts';

const SearchDialog = lazy(() => import('./search-dialog.tsx').then((file) => ({ default: file.SearchDialog })));

/** Opens the search, also by Ctrl+K on every page. */
export function SearchButton() {
  const texts = useSearchButtonTexts();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey)
        return;
      event.preventDefault();
      setOpen(true);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={texts.open}
        title={texts.open}
        aria-keyshortcuts="Control+K"
        onClick={() => setOpen(true)}
      >
        <Icon name="search" size={16} />
      </ActionIcon>
      {isOpen && (
        <Suspense>
          <SearchDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
