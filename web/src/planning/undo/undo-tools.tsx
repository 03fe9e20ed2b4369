import { useSyncExternalStore } from 'react';
import { useLocale } from '../../i18n/language.ts';
import { useMay } from '../../session/may.ts';
import type { BoardStore } from '../board-store.ts';
import { Tool } from '../toolbar-tools.tsx';
import { actionSentence } from './action-name.ts';
import { useUndoTexts } from './texts.ts';
import type { OwnAction, UndoList } from './undo-list.ts';

interface Props {
  readonly list: UndoList;
  readonly store: BoardStore;
  readonly zone: string;
  onUndo(): void;
  onRedo(): void;
}

/** The buttons of undo and redo, which name the change that they would take back or repeat. */
export function UndoTools({ list, store, zone, onUndo, onRedo }: Props) {
  const texts = useUndoTexts();
  const { locale: language } = useLocale();
  const may = useMay();
  const { undo, redo } = useSyncExternalStore(list.listen, () => list.next);
  const label = (name: string, action: OwnAction | undefined): string =>
    [name, ...(action ? [actionSentence(action, { store, zone, language, texts })] : [])].join(' · ');
  if (!may('planning.undo')) return null;
  return (
    <>
      <Tool
        {...may('planning.undo')}
        name="undo"
        label={label(`${texts.undo} (Ctrl+Z)`, undo)}
        disabled={undo === undefined}
        onClick={onUndo}
      />
      <Tool
        {...may('planning.redo')}
        name="redo"
        label={label(`${texts.redo} (Ctrl+Y)`, redo)}
        disabled={redo === undefined}
        onClick={onRedo}
      />
    </>
  );
}
