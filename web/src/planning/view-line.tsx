import { ActionIcon, Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Icon, type IconName } from '../frame/icons.tsx';
import { useMay } from '../session/may.ts';
import type { SavedView } from './saved-views.ts';
import { usePlanningTexts } from './texts.ts';
import type { ViewChanges } from './use-view-changes.tsx';
import { useViewsTexts } from './views-texts.ts';

interface Props {
  readonly view: SavedView;
  readonly isDefault: boolean;
  readonly changes: ViewChanges;
  onView(view: SavedView): void;
}

/** A saved view: applied by a click; the buttons beside it change it. */
export function ViewLine({ view, isDefault, changes, onView }: Props) {
  const may = useMay();
  const own = usePlanningTexts();
  const texts = useViewsTexts();
  const [isRenaming, setRenaming] = useState(false);
  const name = view.name.slice(0, 60);
  const save = may(view.isShared ? 'views.save' : 'views.saveOwn');
  const remove = may(view.isShared ? 'views.delete' : 'views.saveOwn');
  if (isRenaming)
    return (
      <RenameField
        name={view.name}
        onName={(next) => {
          setRenaming(false);
          if (next !== undefined && next !== view.name) changes.rename(view, next);
        }}
      />
    );
  return (
    <div className="views-line">
      <Button size="compact-sm" variant="subtle" color="dark" onClick={() => onView(view)}>
        <span dir="auto">{name}</span>
      </Button>
      <span className="views-buttons">
        <LineButton
          {...may('views.default')}
          icon={isDefault ? 'starred' : 'star'}
          label={isDefault ? texts.isDefault(name) : texts.makeDefault(name)}
          onClick={() => changes.setDefault(isDefault ? undefined : view)}
        />
        {save && (
          <>
            <LineButton {...save} icon="edit" label={texts.rename(name)} onClick={() => setRenaming(true)} />
            <LineButton {...save} icon="upload" label={texts.update(name)} onClick={() => changes.update(view)} />
          </>
        )}
        {remove && (
          <LineButton {...remove} icon="remove" label={own.deleteView(name)} onClick={() => changes.remove(view)} />
        )}
      </span>
    </div>
  );
}

interface ButtonProps {
  readonly icon: IconName;
  readonly label: string;
  onClick(): void;
}

const LineButton = ({ icon, label, onClick, ...mark }: ButtonProps) => (
  <ActionIcon {...mark} size={22} variant="subtle" color="gray" aria-label={label} title={label} onClick={onClick}>
    <Icon name={icon} size={14} />
  </ActionIcon>
);

/** Enter renames, Escape and an empty name do not. */
function RenameField({ name, onName }: { readonly name: string; onName(name: string | undefined): void }) {
  const texts = useViewsTexts();
  const [next, setNext] = useState(name);
  return (
    <TextInput
      size="xs"
      data-autofocus
      autoFocus
      aria-label={texts.newName}
      maxLength={100}
      value={next}
      onChange={(event) => setNext(event.currentTarget.value)}
      onBlur={() => onName(undefined)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        onName(event.key === 'Enter' && next.trim() !== '' ? next.trim() : undefined);
      }}
    />
  );
}
