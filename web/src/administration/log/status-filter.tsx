import { SegmentedControl } from '@mantine/core';
import { useLogTexts } from './texts.ts';

interface Props<Status extends string> {
  readonly label: string;
  readonly statuses: readonly Status[];
  readonly names: Readonly<Record<Status, string>>;
  readonly value: NoInfer<Status> | 'all';
  onChange(status: NoInfer<Status> | 'all'): void;
}

/** Shows all rows of a log, or those with one status. */
export function StatusFilter<Status extends string>({ label, statuses, names, value, onChange }: Props<Status>) {
  const { all } = useLogTexts();
  return (
    <SegmentedControl
      size="xs"
      aria-label={label}
      value={value}
      onChange={(next) => onChange(next as Status | 'all')}
      data={[{ value: 'all', label: all }, ...statuses.map((status) => ({ value: status, label: names[status] }))]}
    />
  );
}
