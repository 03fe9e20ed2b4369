import { Menu } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { Board } from '../../board/board.ts';
import { useTexts } from '../../i18n/language.ts';
import { ActionItems } from '../../job-actions/action-items.tsx';
import type { ActionsOf } from '../../job-actions/query.ts';
import { IN_WINDOW } from '../menu-position.ts';

interface Opened {
  readonly x: number;
  readonly y: number;
  readonly of: ActionsOf;
}

interface Props {
  readonly board: Board | undefined;
  /** Shows the details of the task that is selected. */
  onDetails(): void;
}

/** The context menu of an open task, and of the name of a resource. */
export function RowMenu({ board, onDetails }: Props) {
  const texts = useTexts();
  const [opened, setOpened] = useState<Opened>();
  useEffect(() => {
    const open = (event: MouseEvent): void => {
      const found = openedBy(event, board);
      if (!found) return;
      event.preventDefault();
      setOpened(found);
    };
    document.addEventListener('contextmenu', open);
    return () => document.removeEventListener('contextmenu', open);
  }, [board]);
  if (!opened) return null;
  const { x, y, of } = opened;
  return (
    <Menu
      key={`${x} ${y}`}
      opened
      onClose={() => setOpened(undefined)}
      position="bottom-start"
      offset={2}
      width={230}
      floatingStrategy="fixed"
      middlewares={IN_WINDOW}
      returnFocus
    >
      <Menu.Target>
        <span className="menu-anchor" aria-hidden="true" style={{ left: x, top: y }} />
      </Menu.Target>
      <Menu.Dropdown className="bar-menu">
        {of.task !== undefined && <Menu.Item onClick={onDetails}>{texts.details}</Menu.Item>}
        <ActionItems of={of} saysNone={of.task === undefined} />
      </Menu.Dropdown>
    </Menu>
  );
}

/** A row of the open tasks is selected too, as a bar is. Opened by a key, the menu is at the row. */
function openedBy({ target, clientX, clientY, button }: MouseEvent, board: Board | undefined): Opened | undefined {
  if (!(target instanceof HTMLElement)) return undefined;
  const row = target.closest<HTMLElement>('[data-hover-card="task"] tr[data-key]');
  // Rows of containers have no task.
  if (row && !/^\d+$/.test(row.dataset['key'] ?? '')) return undefined;
  if (row) {
    if (row.getAttribute('aria-selected') !== 'true') row.click();
    const { left, bottom } = row.getBoundingClientRect();
    const at = button === 2 ? { x: clientX, y: clientY } : { x: left + 24, y: bottom };
    return { ...at, of: { task: Number(row.dataset['key']) } };
  }
  if (!board || !target.closest('.ob-name')) return undefined;
  const resource = board.rows[board.spotAt(clientX, clientY).row]?.resource.no;
  return resource === undefined ? undefined : { x: clientX, y: clientY, of: { resource } };
}
