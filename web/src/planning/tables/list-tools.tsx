import { Button, Popover } from '@mantine/core';
import { lazy, type ReactNode, Suspense } from 'react';
import { countConditions } from './conditions.ts';
import { type ListField, presentColumns } from './list-field.ts';
import type { TableLayout } from './table-layout.ts';
import { useListTexts } from './texts.ts';

const ColumnsMenu = lazy(() => import('./columns-menu.tsx').then((file) => ({ default: file.ColumnsMenu })));
const FilterBuilder = lazy(() => import('./filter-builder.tsx').then((file) => ({ default: file.FilterBuilder })));

interface Props {
  /** The name of the list, for labels. */
  readonly title: string;
  readonly fields: readonly ListField[];
  readonly layout: TableLayout;
  /** A column that is always shown. */
  readonly fixed?: string;
  /** The fields by which rows can be grouped. */
  readonly groups: readonly string[];
  onChange(change: Partial<TableLayout>): void;
}

/** The buttons that choose columns and filter a list. */
export function ListTools(props: Props) {
  const texts = useListTexts();
  const count = countConditions(props.layout.where);
  return (
    <>
      <Tool label={texts.columns} title={texts.columnsOf(props.title)} width={300}>
        <ColumnsMenu {...props} shown={presentColumns(props)} />
      </Tool>
      <Tool label={texts.filterCount(count)} title={texts.filterOf(props.title)} width={560} isActive={count > 0}>
        <FilterBuilder
          fields={props.fields}
          where={props.layout.where}
          onChange={(where) => props.onChange({ where })}
        />
      </Tool>
    </>
  );
}

interface ToolProps {
  readonly label: ReactNode;
  readonly title: string;
  readonly width: number;
  readonly isActive?: boolean;
  readonly children: ReactNode;
}

/** A button that opens a panel; the panel is loaded when it is opened first. */
export function Tool({ label, title, width, isActive = false, children }: ToolProps) {
  return (
    <Popover position="bottom-start" width={width} trapFocus returnFocus withinPortal shadow="md">
      <Popover.Target>
        <Button size="compact-xs" variant={isActive ? 'light' : 'default'} aria-label={title}>
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={title} className="list-panel">
        <Suspense>{children}</Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
