import { Button, TextInput, Tooltip } from '@mantine/core';
import type { Mode } from '../board/types.ts';
import { Icon } from '../frame/icons.tsx';
import { useTexts } from '../i18n/language.ts';
import { useMay } from '../session/may.ts';
import type { BoardStore } from './board-store.ts';
import type { BoardFilter } from './filter.ts';
import type { SavedView } from './saved-views.ts';
import { usePlanningTexts } from './texts.ts';
import { FilterMenu, OptionsMenu } from './toolbar-menus.tsx';
import { DateTools, RangeTools, Tool, ZoomTools } from './toolbar-tools.tsx';
import type { ViewSettings } from './view-settings.ts';
import { ViewsMenu } from './views-menu.tsx';

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
  onView(view: SavedView): void;
  saveView(name: string): Promise<unknown>;
  onGo(address: string): void;
  onUndo(): void;
}

export function Toolbar(props: Props) {
  const texts = useTexts();
  const own = usePlanningTexts();
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
      <div className="toolbar-space" />
      <RangeTools mode={mode} days={props.days} onMode={props.onMode} onDays={props.onDays} />
      <ZoomTools
        mode={mode}
        hourWidth={settings.hourWidth}
        onHourWidth={(hourWidth) => props.onSettings({ hourWidth })}
      />
      <FilterMenu store={props.store} filter={props.filter} onFilter={props.onFilter} />
      <OptionsMenu settings={settings} onSettings={props.onSettings} />
      <ViewsMenu onView={props.onView} save={props.saveView} />
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
        {may('planning.undo') && (
          <Tool {...may('planning.undo')} name="undo" label={`${texts.undo} (Ctrl+Z)`} onClick={props.onUndo} />
        )}
        <Tool name="print" label={texts.print} onClick={() => window.print()} />
      </div>
      <Tooltip label={props.isLive ? texts.liveOn : texts.liveOff}>
        <span className={`live ${props.isLive ? 'live-on' : 'live-off'}`} role="status">
          <span className="live-dot" aria-hidden="true" />
          {texts.live}
        </span>
      </Tooltip>
    </div>
  );
}
