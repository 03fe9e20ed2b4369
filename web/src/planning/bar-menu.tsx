import { Menu, type MenuItemProps } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useTexts } from '../i18n/language.ts';
import { useMay } from '../session/may.ts';
import { BarSubmenus } from './bar-submenus.tsx';
import type { BoardStore } from './board-store.ts';
import type { MenuChoice, MenuTarget, PlainChoice } from './menu-choice.ts';
import { IN_WINDOW } from './menu-position.ts';
import { usePlanningTexts } from './texts.ts';
import type { UndoList } from './undo/undo-list.ts';
import { UndoMenuItems } from './undo/undo-menu-items.tsx';

const ActionItems = lazy(() =>
  import('../job-actions/action-items.tsx').then((file) => ({ default: file.ActionItems })),
);

/** Entries that change something, or open a page for it. */
type WritingChoice = Exclude<PlainChoice, 'details' | 'day' | 'today' | 'history' | 'undo' | 'redo'>;

interface Props {
  readonly target: MenuTarget;
  readonly store: BoardStore;
  /** What undo and redo would do. */
  readonly list: UndoList;
  readonly zone: string;
  readonly isLocked: boolean;
  readonly canPaste: boolean;
  readonly canFindSlot: boolean;
  onClose(): void;
  onChoose(choice: MenuChoice): void;
}

/** The context menu of a bar or of an empty position. */
export function BarMenu({ target, store, list, zone, isLocked, canPaste, canFindSlot, onClose, onChoose }: Props) {
  const texts = useTexts();
  const own = usePlanningTexts();
  const may = useMay();
  const open = (type: PlainChoice, label: string, key?: string, more: MenuItemProps = {}) => (
    <Menu.Item key={type} {...more} rightSection={key && <kbd>{key}</kbd>} onClick={() => onChoose({ type })}>
      {label}
    </Menu.Item>
  );
  const item = (type: WritingChoice, label: string, key?: string, disabled = false) => {
    const mark = may(`menu.${type}`);
    return mark && open(type, label, key, { ...mark, disabled } as MenuItemProps);
  };
  const mayPlan = may('menu.new') !== undefined;
  const isBar = target.id !== undefined;
  return (
    <Menu
      opened
      onClose={onClose}
      position="bottom-start"
      offset={2}
      width={230}
      floatingStrategy="fixed"
      middlewares={IN_WINDOW}
      withOverlay
      overlayProps={{ fixed: true, backgroundOpacity: 0, onContextMenu: (event) => event.preventDefault() }}
    >
      <Menu.Target>
        <span className="menu-anchor" aria-hidden="true" style={{ left: target.x, top: target.y }} />
      </Menu.Target>
      <Menu.Dropdown className="bar-menu">
        {isBar && open('details', texts.details, 'Enter')}
        {isBar && item('edit', texts.edit, 'F2', isLocked)}
        {item('new', `${own.newAppointment}…`, 'Ins')}
        {isBar && canFindSlot && item('findSlot', texts.findSlot)}
        {open('day', texts.dayView)}
        {open('today', texts.today)}
        {mayPlan && <Menu.Divider />}
        {isBar && item('cut', texts.cut, 'Ctrl+X', isLocked)}
        {isBar && item('copy', texts.copy, 'Ctrl+C')}
        {item('paste', texts.paste, 'Ctrl+V', !canPaste)}
        {isBar && item('split', texts.split, undefined, isLocked)}
        {isBar && (
          <>
            {mayPlan && <Menu.Divider />}
            <BarSubmenus store={store} isLocked={isLocked} onChoose={onChoose} />
            {mayPlan && <Menu.Divider />}
            {item('lock', isLocked ? texts.unlock : texts.lock)}
            {item('delete', texts.remove, 'Del', isLocked)}
            {open('history', texts.history)}
          </>
        )}
        {mayPlan && <Menu.Divider />}
        <UndoMenuItems {...{ list, store, zone, onChoose }} />
        <Suspense>
          <ActionItems of={actionsOf(target)} />
        </Suspense>
      </Menu.Dropdown>
    </Menu>
  );
}

const actionsOf = ({ id, resourceNo, at }: MenuTarget) =>
  id === undefined ? { resource: resourceNo, start: new Date(at).toISOString() } : { appointment: id };
