import { Menu } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { useLocale } from '../../i18n/language.ts';
import { useMay } from '../../session/may.ts';
import type { BoardStore } from '../board-store.ts';
import { actionEntry } from './action-name.ts';
import { useUndoTexts } from './texts.ts';
import type { OwnAction, UndoList } from './undo-list.ts';

interface Props {
  readonly list: UndoList;
  readonly store: BoardStore;
  readonly zone: string;
  onChoose(choice: { readonly type: 'undo' | 'redo' }): void;
}

const KEYS = { undo: 'Ctrl+Z', redo: 'Ctrl+Y' } as const;

/** Undo and redo in the context menu, each with the change that it would take back or repeat. */
export function UndoMenuItems({ list, store, zone, onChoose }: Props) {
  const texts = useUndoTexts();
  const { locale: language } = useLocale();
  const may = useMay();
  const next = useSyncExternalStore(list.listen, () => list.next);
  const name = (type: 'undo' | 'redo', action: OwnAction | undefined): string =>
    action ? texts.entry(texts[type], actionEntry(action, { store, zone, language, texts })) : texts[type];
  return (['undo', 'redo'] as const).map((type) => {
    const mark = may(`menu.${type}`);
    return (
      mark && (
        <Menu.Item
          key={type}
          {...mark}
          className="undo-entry"
          rightSection={<kbd>{KEYS[type]}</kbd>}
          onClick={() => onChoose({ type })}
        >
          {name(type, next[type])}
        </Menu.Item>
      )
    );
  });
}
