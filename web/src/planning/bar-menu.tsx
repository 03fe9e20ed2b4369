import { Menu } from '@mantine/core';
import type { BoardCommand } from '../board/types.ts';
import { useTexts } from '../i18n/language.ts';

export type MenuPlace = Extract<BoardCommand, { type: 'menu' }>;

interface Props {
  readonly place: MenuPlace;
  readonly isLocked: boolean;
  readonly canPaste: boolean;
  onClose(): void;
  onChoose(choice: 'details' | 'day' | 'cut' | 'copy' | 'paste' | 'split' | 'lock' | 'delete' | 'undo' | 'today'): void;
  onShift(days: number): void;
}

/** What the right button offers, on a bar or on an empty place. */
export function BarMenu({ place, isLocked, canPaste, onClose, onChoose, onShift }: Props) {
  const texts = useTexts();
  const item = (choice: Parameters<Props['onChoose']>[0], label: string, key?: string, disabled = false) => (
    <Menu.Item key={choice} disabled={disabled} rightSection={key && <kbd>{key}</kbd>} onClick={() => onChoose(choice)}>
      {label}
    </Menu.Item>
  );
  const isBar = place.id !== undefined;
  return (
    <Menu opened onClose={onClose} position="bottom-start" offset={2} width={230} returnFocus>
      <Menu.Target>
        <span className="menu-anchor" style={{ left: place.x, top: place.y }} />
      </Menu.Target>
      <Menu.Dropdown className="bar-menu">
        {isBar && item('details', texts.details, 'Enter')}
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
            {(
              [
                [texts.moveDayBack, -1],
                [texts.moveDay, 1],
                [texts.moveWeekBack, -7],
                [texts.moveWeek, 7],
              ] as const
            ).map(([label, days]) => (
              <Menu.Item key={days} disabled={isLocked} onClick={() => onShift(days)}>
                {label}
              </Menu.Item>
            ))}
            <Menu.Divider />
            {item('lock', isLocked ? texts.unlock : texts.lock)}
            {item('delete', texts.remove, 'Del', isLocked)}
          </>
        )}
        <Menu.Divider />
        {item('undo', texts.undo, 'Ctrl+Z')}
      </Menu.Dropdown>
    </Menu>
  );
}
