import { lazy, type ReactNode } from 'react';
import { useLocale } from '../i18n/language.ts';
import type { BoardFilter } from './filter.ts';
import { PrintTool } from './print/print-tool.tsx';
import type { SavedView } from './saved-views.ts';
import { titleOf } from './title.ts';
import { Toolbar } from './toolbar.tsx';
import type { BoardReads } from './use-board.ts';
import { useDefaultView } from './use-default-view.ts';
import type { PlanningWindow } from './use-planning-window.ts';
import type { ViewSettings } from './view-settings.ts';

const BoardExport = lazy(() => import('./tables/board-export.tsx').then((file) => ({ default: file.BoardExport })));

interface Props {
  readonly reads: BoardReads;
  readonly shown: PlanningWindow;
  readonly filter: BoardFilter;
  readonly settings: ViewSettings;
  readonly links: { readonly findSlot: string | undefined; readonly optimize: string | undefined };
  onFilter(filter: BoardFilter): void;
  onSettings(change: Partial<ViewSettings>): void;
  onGo(address: string): void;
  readonly tools: ReactNode;
}

/** Connects the toolbar with the window in the address of the page, and with saved views. */
export function PlanningToolbar({ reads, shown, filter, settings, ...props }: Props) {
  const { texts, locale: language } = useLocale();
  const { mode, from, days, requestedDays, go } = shown;
  const apply = (saved: SavedView): void => {
    props.onSettings(saved.settings);
    if (saved.filter) props.onFilter(saved.filter);
    if (saved.mode) go({ mode: saved.mode, days: saved.days });
  };
  useDefaultView(apply);
  const title = titleOf({ mode, from, days, language, texts });
  const board = { store: reads.store, shown, filter, byTeam: settings.byTeam, title };
  return (
    <Toolbar
      {...props}
      mode={mode}
      date={shown.date}
      days={requestedDays}
      title={title}
      store={reads.store}
      filter={filter}
      settings={settings}
      isLive={reads.isLive}
      onMode={(next) => go({ mode: next, days: undefined })}
      onDate={(date) => go({ date })}
      onDays={(next) => go({ days: next })}
      onStep={shown.step}
      onToday={shown.goToday}
      onView={apply}
      boardExport={<BoardExport {...board} />}
      print={<PrintTool {...board} />}
      present={{ mode, days: requestedDays, filter, settings }}
    />
  );
}
