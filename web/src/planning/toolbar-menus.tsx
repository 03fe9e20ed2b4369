import { ActionIcon, Button, Indicator, Menu, NativeSelect, Popover, Stack, Switch } from '@mantine/core';
import { Icon } from '../frame/icons.tsx';
import { useTexts } from '../i18n/language.ts';
import { useCaptions } from '../kit/use-captions.ts';
import type { BoardStore } from './board-store.ts';
import { type BoardFilter, isFiltering, NO_FILTER } from './filter.ts';
import { usePlanningTexts } from './texts.ts';
import type { ViewSettings } from './view-settings.ts';

const HEIGHTS = { compact: 20, normal: 26, tall: 36 } as const;

/** Display options of the board. */
export function OptionsMenu(props: { settings: ViewSettings; onSettings(change: Partial<ViewSettings>): void }) {
  const texts = useTexts();
  const own = usePlanningTexts();
  const { settings, onSettings } = props;
  const flags = {
    stack: texts.stackRows,
    calendars: texts.showCalendars,
    containerMarks: own.showContainers,
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

/** Filters of the board. */
export function FilterMenu(props: { store: BoardStore; filter: BoardFilter; onFilter(filter: BoardFilter): void }) {
  const texts = useTexts();
  const own = usePlanningTexts();
  const caption = useCaptions();
  const { store, filter, onFilter } = props;
  const { teams, skills } = store.choices;
  const select = (
    name: 'team' | 'skill' | 'category',
    label: string,
    any: string,
    values: readonly { value: string; label: string }[],
  ) => (
    <NativeSelect
      size="xs"
      label={label}
      value={filter[name]}
      onChange={(event) => onFilter({ ...filter, [name]: event.currentTarget.value })}
      data={[{ value: '', label: any }, ...values]}
    />
  );
  const plain = (values: readonly string[]) => values.map((value) => ({ value, label: value.slice(0, 60) }));
  return (
    <div className="toolbar-group">
      <Popover position="bottom-end" trapFocus returnFocus width={230}>
        <Indicator disabled={filter.team + filter.skill + filter.category === ''} size={8} offset={3}>
          <Popover.Target>
            <Button size="compact-xs" variant="default">
              {own.filter}
            </Button>
          </Popover.Target>
        </Indicator>
        <Popover.Dropdown aria-label={own.filter}>
          <Stack gap={8}>
            {select('team', caption('team', own.team), own.anyTeam, plain(teams))}
            {select('skill', own.skills, own.anySkill, plain(skills))}
            {select(
              'category',
              caption('category', texts.category),
              own.anyCategory,
              store.categories.map(({ name, displayName }) => ({ value: name, label: displayName })),
            )}
          </Stack>
        </Popover.Dropdown>
      </Popover>
      {isFiltering(filter) && (
        <ActionIcon
          variant="default"
          size={26}
          aria-label={own.clearFilters}
          title={own.clearFilters}
          onClick={() => onFilter(NO_FILTER)}
        >
          <Icon name="close" size={13} />
        </ActionIcon>
      )}
    </div>
  );
}
