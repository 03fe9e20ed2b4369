import { ActionIcon, Button, NativeSelect, SegmentedControl, TextInput, Tooltip } from '@mantine/core';
import type { Mode } from '../board/types.ts';
import { Icon, type IconName } from '../frame/icons.tsx';
import { useTexts } from '../i18n/language.ts';
import type { BoardStore } from './board-store.ts';
import type { BoardFilter } from './filter.ts';
import type { SavedView } from './saved-views.ts';
import { usePlanningTexts } from './texts.ts';
import { FilterMenu, OptionsMenu, ViewsMenu } from './toolbar-menus.tsx';
import { RANGES, type ViewSettings } from './view-settings.ts';

interface Props {
  readonly mode: Mode;
  readonly date: string;
  readonly title: string;
  readonly days: number | undefined;
  readonly store: BoardStore;
  readonly filter: BoardFilter;
  readonly maySaveViews: boolean;
  /** Where slots are found and the window is optimized; nowhere for a tenant without that part. */
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

const ZOOMS = [0, 14, 24, 40, 64];

export function Toolbar(props: Props) {
  const texts = useTexts();
  const own = usePlanningTexts();
  const { mode, settings } = props;
  const { findSlot, optimize } = props.links;
  const zoom = ZOOMS.indexOf(settings.hourWidth);
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
      <div className="toolbar-group">
        <Tool name="previous" label={texts.previous} onClick={() => props.onStep(-1)} />
        <Button size="compact-xs" variant="default" onClick={props.onToday}>
          {texts.today}
        </Button>
        <Tool name="next" label={texts.next} onClick={() => props.onStep(1)} />
      </div>
      <input
        type="date"
        className="toolbar-date"
        aria-label={texts.startDate}
        value={props.date}
        onChange={(event) => event.currentTarget.value !== '' && props.onDate(event.currentTarget.value)}
      />
      <h1 className="toolbar-title">{props.title}</h1>
      <div className="toolbar-space" />
      <SegmentedControl
        size="xs"
        aria-label={texts.view}
        value={mode}
        onChange={(value) => props.onMode(value as Mode)}
        data={[
          { value: 'day', label: texts.day },
          { value: 'week', label: texts.week },
          { value: 'month', label: texts.month },
        ]}
      />
      {mode !== 'month' && (
        <NativeSelect
          size="xs"
          className="toolbar-days"
          aria-label={own.days}
          value={props.days ?? ''}
          onChange={({ currentTarget: { value } }) => props.onDays(value === '' ? undefined : Number(value))}
          data={[
            { value: '', label: '–' },
            ...RANGES.map((days) => ({ value: String(days), label: own.dayCount(days) })),
          ]}
        />
      )}
      <div className="toolbar-group">
        <Tool
          text="−"
          label={texts.zoomOut}
          disabled={mode === 'month' || zoom <= 0}
          onClick={() => props.onSettings({ hourWidth: ZOOMS[zoom - 1] ?? 0 })}
        />
        <Tool name="fit" label={texts.fit} onClick={() => props.onSettings({ hourWidth: 0 })} />
        <Tool
          text="+"
          label={texts.zoomIn}
          disabled={mode === 'month' || zoom >= ZOOMS.length - 1}
          onClick={() => props.onSettings({ hourWidth: ZOOMS[zoom + 1] ?? 64 })}
        />
      </div>
      <FilterMenu store={props.store} filter={props.filter} onFilter={props.onFilter} />
      <OptionsMenu settings={settings} onSettings={props.onSettings} />
      <ViewsMenu maySave={props.maySaveViews} onView={props.onView} save={props.saveView} />
      {findSlot !== undefined && (
        <Button size="compact-xs" variant="default" onClick={() => props.onGo(findSlot)}>
          {texts.findSlot}
        </Button>
      )}
      {optimize !== undefined && (
        <Button size="compact-xs" variant="default" onClick={() => props.onGo(optimize)}>
          {own.optimize}
        </Button>
      )}
      <div className="toolbar-group">
        <Tool name="undo" label={`${texts.undo} (Ctrl+Z)`} onClick={props.onUndo} />
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

function Tool(props: { name?: IconName; text?: string; label: string; disabled?: boolean; onClick: () => void }) {
  return (
    <Tooltip label={props.label}>
      <ActionIcon
        variant="default"
        size={26}
        aria-label={props.label}
        disabled={props.disabled ?? false}
        onClick={props.onClick}
      >
        {props.name ? <Icon name={props.name} size={15} /> : <span aria-hidden="true">{props.text}</span>}
      </ActionIcon>
    </Tooltip>
  );
}
