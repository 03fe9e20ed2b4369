import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import type { Schemas } from '../../../api/schema.ts';
import { useMay } from '../../../session/may.ts';
import { useDataFilterTexts } from './data-filter-texts.ts';
import { DataFilters } from './data-filters.tsx';
import { Preview } from './preview.tsx';
import { usePreviewTexts } from './preview-texts.ts';

/** Opens the data filters of a user, and what the user sees and may do. */
export function UserViews({ user }: { user: Schemas['UserRead'] }) {
  const may = useMay();
  const filters = useDataFilterTexts();
  const preview = usePreviewTexts();
  const [opened, setOpened] = useState<'filters' | 'preview'>();
  const close = (): void => setOpened(undefined);
  return (
    <Group gap="xs">
      {may('users.filters') && (
        <Button {...may('users.filters')} size="xs" variant="default" onClick={() => setOpened('filters')}>
          {filters.title}
        </Button>
      )}
      {may('users.preview') && (
        <Button {...may('users.preview')} size="xs" variant="default" onClick={() => setOpened('preview')}>
          {preview.open}
        </Button>
      )}
      {opened === 'filters' && <DataFilters user={user} close={close} />}
      {opened === 'preview' && <Preview user={user} close={close} />}
    </Group>
  );
}
