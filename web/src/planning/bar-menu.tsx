import { Menu } from '@mantine/core';
import { useTexts } from '../i18n/language.ts';
import { BarSubmenus } from './bar-submenus.tsx';
import type { BoardStore } from './board-store.ts';
import type { MenuChoice, MenuTarget, PlainChoice } from './menu-choice.ts';
import { usePlanningTexts } from './texts.ts';

interface Props {
  readonly target: MenuTarget;
  readonly store: BoardStore;
  readonly isLocked: boolean;
  readonly canPaste: boolean;
  readonly canFindSlot: boolean;
  onClose(): void;
  onChoose(choice: MenuChoice): void;
}

/** The context menu of a bar or of an empty position. */
export function BarMenu({ target, store, isLocked, canPaste, canFindSlot, onClose, onChoose }: Props) {
  const texts = useTexts();
  const own = usePlanningTexts();
  const item = (type: PlainChoice, label: string, key?: string, disabled = false) => (
    <Menu.Item key={type} disabled={disabled} rightSection={key && <kbd>{key}</kbd>} onClick={() => onChoose({ type })}>
      {label}
    </Menu.Item>
  );
  const isBar = target.id !== undefined;
  return (
    <Menu opened onClose={onClose} position="bottom-start" offset={2} width={230} returnFocus>
      <Menu.Target>
        <span className="menu-anchor" style={{ left: target.x, top: target.y }} />
      </Menu.Target>
      <Menu.Dropdown className="bar-menu">
        {isBar && item('details', texts.details, 'Enter')}
        {isBar && item('edit', texts.edit, 'F2', isLocked)}
        {item('new', `${own.newAppointment}…`, 'Ins')}
        {isBar && canFindSlot && item('findSlot', texts.findSlot)}
        {item('day', texts.dayView)}
        {item('today', texts.today)}
        <Menu.Divider />
        {isBar && item('cut', texts.cut, 'Ctrl+X', isLocked)}
        {isBar && item('copy', texts.copy, 'Ctrl+C')}
        {item('paste', texts.paste, 'Ctrl+V', !canPaste)}
        {isBar && item('split', texts.split, undefined, isLocked)}
        {isBar && (
          <>
            <Menu.Divider />
            <BarSubmenus store={store} isLocked={isLocked} onChoose={onChoose} />
            <Menu.Divider />
            {item('lock', isLocked ? texts.unlock : texts.lock)}
            {item('delete', texts.remove, 'Del', isLocked)}
            {item('history', texts.history)}
          </>
        )}
        <Menu.Divider />
        {item('undo', texts.undo, 'Ctrl+Z')}
        {item('redo', own.redo, 'Ctrl+Y')}
      </Menu.Dropdown>
    </Menu>
  );
}
