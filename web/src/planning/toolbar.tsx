import { ActionIcon, Button, Menu, SegmentedControl, Switch, TextInput, Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Mode } from '../board/types.ts';
import { Icon, type IconName } from '../frame/icons.tsx';
import { useTexts } from '../i18n/language.ts';
import { type SavedView, savedViewsQuery } from './saved-views.ts';
import type { ViewSettings } from './view-settings.ts';

interface Props {
  readonly mode: Mode;
  readonly date: string;
  readonly title: string;
  readonly search: string;
  readonly settings: ViewSettings;
  readonly isLive: boolean;
  onMode(mode: Mode): void;
  onDate(date: string): void;
  onStep(by: 1 | -1): void;
  onToday(): void;
  onSearch(search: string): void;
  onSettings(change: Partial<ViewSettings>): void;
  onView(view: SavedView): void;
  onUndo(): void;
}

const HEIGHTS = { compact: 20, normal: 26, tall: 36 } as const;
const ZOOMS = [0, 14, 24, 40, 64];

export function Toolbar(props: Props) {
  const texts = useTexts();
  const { mode, settings } = props;
  const zoom = ZOOMS.indexOf(settings.hourWidth);
  return (
    <div className="toolbar" role="toolbar" aria-label={texts.planning}>
      <TextInput
        size="xs"
        className="toolbar-search"
        placeholder={texts.search}
        aria-label={texts.searchBoard}
        leftSection={<Icon name="search" size={14} />}
        value={props.search}
        onChange={(event) => props.onSearch(event.currentTarget.value)}
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
      <OptionsMenu settings={settings} onSettings={props.onSettings} />
      <ViewsMenu onView={props.onView} />
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

function OptionsMenu({ settings, onSettings }: Pick<Props, 'settings' | 'onSettings'>) {
  const texts = useTexts();
  const flags = {
    stack: texts.stackRows,
    calendars: texts.showCalendars,
    containers: texts.containersTogether,
  } as const;
  return (
    <Menu closeOnItemClick={false} position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size={26} aria-label={texts.options} title={texts.options}>
          <Icon name="options" size={15} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{texts.barHeight}</Menu.Label>
        {(Object.keys(HEIGHTS) as (keyof typeof HEIGHTS)[]).map((name) => (
          <Menu.Item
            key={name}
            onClick={() => onSettings({ barHeight: HEIGHTS[name] })}
            rightSection={settings.barHeight === HEIGHTS[name] ? '✓' : undefined}
          >
            {texts[name]}
          </Menu.Item>
        ))}
        <Menu.Divider />
        {(Object.keys(flags) as (keyof typeof flags)[]).map((name) => (
          <div key={name} className="option">
            <Switch
              size="xs"
              label={flags[name]}
              checked={settings[name]}
              onChange={(event) => onSettings({ [name]: event.currentTarget.checked })}
            />
          </div>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Layouts of setup packages; without any there is nothing to choose and no button. */
function ViewsMenu({ onView }: Pick<Props, 'onView'>) {
  const texts = useTexts();
  const { data: views = [] } = useQuery(savedViewsQuery);
  if (views.length === 0) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button size="compact-xs" variant="default">
          {texts.savedViews}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {views.map((view) => (
          <Menu.Item key={view.code} onClick={() => onView(view)}>
            {view.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
