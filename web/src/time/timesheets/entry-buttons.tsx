import { Button } from '@mantine/core';
import { Icon } from '../../frame/icons.tsx';
import { useTexts } from '../../i18n/language.ts';
import type { ShownEntry } from '../../offline/merge.ts';
import { useMay } from '../../session/may.ts';
import { isEditable, isRemovable, movesFrom, useStatusTexts } from './status.ts';

export interface EntryHandlers {
  onEdit(entry: ShownEntry): void;
  onRemove(entry: ShownEntry): void;
  onMove(entry: ShownEntry, status: ShownEntry['status']): void;
}

/** What the status of an entry allows its person to do. */
export function EntryButtons(props: EntryHandlers & { readonly entry: ShownEntry; readonly label: string }) {
  const common = useTexts();
  const { moves } = useStatusTexts();
  const { entry, label } = props;
  const { status } = entry;
  const change = useMay()('time.change');
  if (!change) return null;
  const tool = (icon: 'edit' | 'remove', onClick: () => void) => (
    <Button
      size="compact-sm"
      className="ts-tool"
      variant="subtle"
      color="dark"
      aria-label={`${common[icon]}: ${label}`}
      onClick={onClick}
    >
      <Icon name={icon} size={15} />
      <span className="ts-wide">{common[icon]}</span>
    </Button>
  );
  return (
    <div className="ts-moves" {...change}>
      {movesFrom(status, 'person').map(({ to, name }, at) => (
        <Button
          key={name}
          size="compact-sm"
          variant={at === 0 && status !== 2 ? 'light' : 'default'}
          aria-label={`${moves[name]}: ${label}`}
          onClick={() => props.onMove(entry, to)}
        >
          {moves[name]}
        </Button>
      ))}
      <span className="top-space" />
      {isEditable(status) && tool('edit', () => props.onEdit(entry))}
      {isRemovable(status) && tool('remove', () => props.onRemove(entry))}
    </div>
  );
}
