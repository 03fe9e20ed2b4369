import { Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { Icon } from '../../frame/icons.tsx';
import type { BoardStore } from '../board-store.ts';
import { usePlanningTexts } from '../texts.ts';
import { presentColumns } from './list-field.ts';
import { useListLayout } from './list-settings.ts';
import { Tool } from './list-tools.tsx';
import { useListTexts } from './texts.ts';
import { useResourceFields } from './use-resource-list.ts';

const ColumnsMenu = lazy(() => import('./columns-menu.tsx').then((file) => ({ default: file.ColumnsMenu })));
const FilterBuilder = lazy(() => import('./filter-builder.tsx').then((file) => ({ default: file.FilterBuilder })));

/** The button that chooses the columns of resources. */
export function ResourceTools({ store }: { readonly store: BoardStore }) {
  const texts = useListTexts();
  const own = usePlanningTexts();
  const { fields, groups } = useResourceFields(store.data);
  const [layout, change] = useListLayout('resourceList');
  return (
    <Tool label={<Icon name="columns" size={15} />} title={texts.columnsOf(own.resources)} width={300}>
      <ColumnsMenu
        {...{ fields, groups, layout, fixed: 'name' }}
        shown={presentColumns({ fields, layout, fixed: 'name' })}
        onChange={change}
      />
    </Tool>
  );
}

/** Conditions on resources, below the other filters of the board. */
export function ResourceConditions({ store }: { readonly store: BoardStore }) {
  const texts = useListTexts();
  const own = usePlanningTexts();
  const { fields } = useResourceFields(store.data);
  const [{ where }, change] = useListLayout('resourceList');
  return (
    <section aria-label={texts.filterOf(own.resources)}>
      <Text size="xs" fw={500}>
        {own.resources}: {texts.conditions}
      </Text>
      <Suspense>
        <FilterBuilder fields={fields} where={where} onChange={(next) => change({ where: next })} />
      </Suspense>
    </section>
  );
}
