import { Button, TextInput, Tooltip, VisuallyHidden } from '@mantine/core';
import { lazy, type ReactNode, Suspense } from 'react';
import { openMoment } from '../api/as-of.ts';
import type { Mode } from '../board/types.ts';
import { Icon } from '../frame/icons.tsx';
import { useTexts } from '../i18n/language.ts';
import { useMay } from '../session/may.ts';
import type { BoardStore } from './board-store.ts';
import { useBoardTexts } from './board-texts.ts';
import type { BoardFilter } from './filter.ts';
import type { PresentView, SavedView } from './saved-views.ts';
import { DateTools, RangeTools, ZoomTools } from './toolbar-tools.tsx';
import type { ViewSettings } from './view-settings.ts';

const BoardTools = lazy(() => import('./board-tools.tsx').then((file) => ({ default: file.BoardTools })));

interface Props {
  readonly mode: Mode;
  readonly date: string;
  readonly title: string;
  readonly days: number | undefined;
  readonly store: BoardStore;
  readonly filter: BoardFilter;
  /** Addresses of the pages that find slots and optimize; undefined for a tenant without that module. */
  readonly links: { readonly findSlot: string | undefined; readonly optimize: string | undefined };
  readonly settings: ViewSettings;
  readonly isLive: boolean;
  onMode(mode: Mode): void;
  onDate(date: string): void;
  onStep(by: 1 | -1): void;
  onToday(): void;
  onDays(days: number | undefined): void;
  onFilter(filter: BoardFilter): void;
  onSettings(change: Partial<ViewSettings>): void;
  /** What a view that is saved now contains. */
  readonly present: PresentView;
  onView(view: SavedView): void;
  onGo(address: string): void;
  /** Further buttons: undo, redo, help. */
  readonly tools: ReactNode;
  readonly boardExport: ReactNode;
  readonly print: ReactNode;
}

export function Toolbar(props: Props) {
  const texts = useTexts();
  const own = useBoardTexts();
  const may = useMay();
  const { mode, settings } = props;
  const { findSlot, optimize } = props.links;
  return (
    <div className="toolbar" role="toolbar" aria-label={texts.planning}>
      <TextInput
        size="xs"
        className="toolbar-search"
        placeholder={texts.search}
        aria-label={texts.searchBoard}
        leftSection={<Icon name="search" size={14} />}
        value={props.filter.search}
        onChange={(event) => props.onFilter({ ...props.filter, search: event.currentTarget.value })}
      />
      <DateTools date={props.date} onStep={props.onStep} onToday={props.onToday} onDate={props.onDate} />
      <h1 className="toolbar-title">{props.title}</h1>
      <RangeTools mode={mode} days={props.days} onMode={props.onMode} onDays={props.onDays} />
      <ZoomTools
        mode={mode}
        hourWidth={settings.hourWidth}
        onHourWidth={(hourWidth) => props.onSettings({ hourWidth })}
      />
      <Suspense fallback={<span className="toolbar-later" />}>
        <BoardTools
          {...{ store: props.store, filter: props.filter, settings, present: props.present }}
          onFilter={props.onFilter}
          onSettings={props.onSettings}
          onView={props.onView}
        />
      </Suspense>
      {findSlot !== undefined && (
        <Button {...may('planning.findSlot')} size="compact-xs" variant="default" onClick={() => props.onGo(findSlot)}>
          {texts.findSlot}
        </Button>
      )}
      {optimize !== undefined && (
        <Button {...may('planning.optimize')} size="compact-xs" variant="default" onClick={() => props.onGo(optimize)}>
          {own.optimize}
        </Button>
      )}
      <div className="toolbar-group">
        {props.tools}
        <Suspense>{props.boardExport}</Suspense>
        {props.print}
      </div>
      {openMoment() === undefined && (
        <Tooltip label={props.isLive ? texts.liveOn : texts.liveOff}>
          <span className={`live ${props.isLive ? 'live-on' : 'live-off'}`} role="status">
            <span className="live-dot" aria-hidden="true" />
            <VisuallyHidden>{props.isLive ? texts.liveOn : texts.liveOff}</VisuallyHidden>
          </span>
        </Tooltip>
      )}
    </div>
  );
}
