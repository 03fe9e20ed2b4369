import { Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import type { BoardCommand } from '../board/types.ts';
import { useTexts } from '../i18n/language.ts';
import { useCaptions } from '../kit/use-captions.ts';
import type { BoardStore } from './board-store.ts';
import { usePlanningTexts } from './texts.ts';

export type MenuTarget = Extract<BoardCommand, { type: 'menu' }>;

type Plain =
  | ('details' | 'edit' | 'new' | 'findSlot' | 'day' | 'today')
  | ('cut' | 'copy' | 'paste' | 'split' | 'lock' | 'delete' | 'history' | 'undo' | 'redo');

export type MenuChoice =
  | { readonly type: Plain }
  | { readonly type: 'shift'; readonly days: number; readonly months: number }
  | { readonly type: 'category'; readonly name: string }
  | { readonly type: 'timeMarker'; readonly name: string | null }
  | { readonly type: 'importance'; readonly value: 0 | 1 | 2 };

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
  const caption = useCaptions();
  const item = (type: Plain, label: string, key?: string, disabled = false) => (
    <Menu.Item key={type} disabled={disabled} rightSection={key && <kbd>{key}</kbd>} onClick={() => onChoose({ type })}>
      {label}
    </Menu.Item>
  );
  const choice = (key: string, label: ReactNode, chosen: MenuChoice) => (
    <Menu.Item key={key} onClick={() => onChoose(chosen)}>
      {label}
    </Menu.Item>
  );
  const shift = (label: string, days: number, months = 0) => choice(label, label, { type: 'shift', days, months });
  const swatch = (color: string | null, label: string) => (
    <>
      <span className="swatch" style={{ background: color ?? '#8795a5' }} />
      {label}
    </>
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
            <Sub label={own.move} disabled={isLocked}>
              {shift(texts.moveDayBack, -1)}
              {shift(texts.moveDay, 1)}
              {shift(texts.moveWeekBack, -7)}
              {shift(texts.moveWeek, 7)}
              {shift(own.moveMonthBack, 0, -1)}
              {shift(own.moveMonth, 0, 1)}
            </Sub>
            <Sub label={caption('category', texts.category)} disabled={isLocked}>
              {store.categories.map(({ name, displayName, color }) =>
                choice(name, swatch(color, displayName), { type: 'category', name }),
              )}
            </Sub>
            <Sub label={caption('timeMarker', texts.timeMarker)} disabled={isLocked}>
              {choice('', own.none, { type: 'timeMarker', name: null })}
              {store.timeMarkers.map(({ name, color }) =>
                choice(name, swatch(color, name), { type: 'timeMarker', name }),
              )}
            </Sub>
            <Sub label={texts.importance} disabled={isLocked}>
              {([1, 0, 2] as const).map((value) =>
                choice(String(value), own.importances[value], { type: 'importance', value }),
              )}
            </Sub>
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

function Sub({ label, disabled, children }: { label: string; disabled: boolean; children: ReactNode }) {
  return (
    <Menu.Sub>
      <Menu.Sub.Target>
        <Menu.Sub.Item disabled={disabled}>{label}</Menu.Sub.Item>
      </Menu.Sub.Target>
      <Menu.Sub.Dropdown>{children}</Menu.Sub.Dropdown>
    </Menu.Sub>
  );
}
