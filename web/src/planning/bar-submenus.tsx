import { Menu } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { safeColor } from '../board/contrast.ts';
import { useTexts } from '../i18n/language.ts';
import { useCaptions } from '../kit/use-captions.ts';
import type { ControlName } from '../session/controls.ts';
import { useMay } from '../session/may.ts';
import type { BoardStore } from './board-store.ts';
import type { MenuChoice } from './menu-choice.ts';
import { IN_WINDOW } from './menu-position.ts';
import { usePlanningTexts } from './texts.ts';

interface Props {
  readonly store: BoardStore;
  readonly isLocked: boolean;
  onChoose(choice: MenuChoice): void;
}

/** Submenus that change a bar: another day, category, time marker, importance. */
export function BarSubmenus({ store, isLocked, onChoose }: Props) {
  const texts = useTexts();
  const own = usePlanningTexts();
  const caption = useCaptions();
  const item = (key: string, label: ReactNode, chosen: MenuChoice) => (
    <Menu.Item key={key} onClick={() => onChoose(chosen)}>
      {label}
    </Menu.Item>
  );
  const shift = (label: string, days: number, months = 0) => item(label, label, { type: 'shift', days, months });
  const swatch = (color: string | null, label: string) => (
    <>
      <span className="swatch" style={{ background: safeColor(color) }} />
      {label}
    </>
  );
  return (
    <>
      <Submenu name="menu.move" label={own.move} disabled={isLocked}>
        {shift(texts.moveDayBack, -1)}
        {shift(texts.moveDay, 1)}
        {shift(texts.moveWeekBack, -7)}
        {shift(texts.moveWeek, 7)}
        {shift(own.moveMonthBack, 0, -1)}
        {shift(own.moveMonth, 0, 1)}
      </Submenu>
      <Submenu name="menu.category" label={caption('category', texts.category)} disabled={isLocked}>
        {store.categories.map(({ name, displayName, color }) =>
          item(name, swatch(color, displayName), { type: 'category', name }),
        )}
      </Submenu>
      <Submenu name="menu.timeMarker" label={caption('timeMarker', texts.timeMarker)} disabled={isLocked}>
        {item('', own.none, { type: 'timeMarker', name: null })}
        {store.timeMarkers.map(({ name, color }) => item(name, swatch(color, name), { type: 'timeMarker', name }))}
      </Submenu>
      <Submenu name="menu.importance" label={texts.importance} disabled={isLocked}>
        {([1, 0, 2] as const).map((value) =>
          item(String(value), own.importances[value], { type: 'importance', value }),
        )}
      </Submenu>
    </>
  );
}

interface SubmenuProps {
  readonly name: ControlName;
  readonly label: string;
  readonly disabled: boolean;
  readonly children: ReactNode;
}

/** After the submenu is closed. */
const FOCUS_MS = 30;

/** Enter and Space open a submenu as the right arrow does. */
function openByEnter(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Enter' && event.key !== ' ') return;
  event.preventDefault();
  event.currentTarget.dispatchEvent(new window.KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
}

function Submenu({ name, label, disabled, children }: SubmenuProps) {
  const mark = useMay()(name);
  const item = useRef<HTMLElement>(undefined);
  if (!mark) return null;
  const goBack = ({ key }: KeyboardEvent): void => {
    // The kit looks for the entry by an id that it does not have here.
    if (key === 'ArrowLeft') setTimeout(() => item.current?.focus(), FOCUS_MS);
  };
  return (
    <Menu.Sub floatingStrategy="fixed" middlewares={IN_WINDOW}>
      <Menu.Sub.Target>
        <Menu.Sub.Item
          {...mark}
          disabled={disabled}
          onFocus={(event) => {
            item.current = event.currentTarget;
          }}
          onKeyDown={openByEnter}
        >
          {label}
        </Menu.Sub.Item>
      </Menu.Sub.Target>
      <Menu.Sub.Dropdown className="bar-menu" onKeyDown={goBack}>
        {children}
      </Menu.Sub.Dropdown>
    </Menu.Sub>
  );
}
