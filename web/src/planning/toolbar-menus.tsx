import { ActionIcon, Button, Indicator, Menu, NativeSelect, Popover, Stack } from '@mantine/core';
import { lazy, Suspense, useRef, useState } from 'react';
import { Icon } from '../frame/icons.tsx';
import { useTexts } from '../i18n/language.ts';
import { useCaptions } from '../kit/use-captions.ts';
import { useBarTexts } from './bars/texts.ts';
import type { BoardStore } from './board-store.ts';
import { type BoardFilter, isFiltering, NO_FILTER } from './filter.ts';
import { countConditions, EVERYTHING } from './tables/conditions.ts';
import { useListLayout } from './tables/list-settings.ts';
import { ResourceConditions } from './tables/resource-tools.tsx';
import { usePlanningTexts } from './texts.ts';
import type { ViewSettings } from './view-settings.ts';

const LabelDialog = lazy(() => import('./bars/label-dialog.tsx').then((file) => ({ default: file.LabelDialog })));

const HEIGHTS = { compact: 20, normal: 30, tall: 40 } as const;

/** Display options of the board. */
export function OptionsMenu(props: {
  store: BoardStore;
  settings: ViewSettings;
  onSettings(change: Partial<ViewSettings>): void;
}) {
  const texts = useTexts();
  const own = usePlanningTexts();
  const bars = useBarTexts();
  const { store, settings, onSettings } = props;
  const [hasLabels, setLabels] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const flags = {
    byTeam: bars.byTeam,
    travel: bars.travel,
    dependencies: bars.dependencies,
    stack: texts.stackRows,
    calendars: texts.showCalendars,
    containerMarks: own.showContainers,
    containers: texts.containersTogether,
  } as const;
  return (
    <>
      <Menu closeOnItemClick={false} position="bottom-end">
        <Menu.Target>
          <ActionIcon ref={button} variant="default" size={26} aria-label={texts.options} title={texts.options}>
            <Icon name="options" size={15} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{texts.barHeight}</Menu.Label>
          <Menu.RadioGroup
            aria-label={texts.barHeight}
            value={String(settings.barHeight)}
            onChange={(height) => onSettings({ barHeight: Number(height) })}
          >
            {(Object.keys(HEIGHTS) as (keyof typeof HEIGHTS)[]).map((name) => (
              <Menu.RadioItem key={name} value={String(HEIGHTS[name])}>
                {texts[name]}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
          <Menu.Divider />
          <Menu.Item closeMenuOnClick onClick={() => setLabels(true)}>
            {bars.labels}…
          </Menu.Item>
          <Menu.Divider />
          {(Object.keys(flags) as (keyof typeof flags)[]).map((name) => (
            <Menu.CheckboxItem
              key={name}
              checked={settings[name]}
              onChange={(isOn: boolean) => onSettings({ [name]: isOn })}
            >
              {flags[name]}
            </Menu.CheckboxItem>
          ))}
        </Menu.Dropdown>
      </Menu>
      {hasLabels && (
        <Suspense>
          <LabelDialog
            store={store}
            labels={settings.labels}
            barHeight={settings.barHeight}
            onSave={(labels) => onSettings({ labels })}
            onClose={() => {
              setLabels(false);
              button.current?.focus();
            }}
          />
        </Suspense>
      )}
    </>
  );
}

/** Filters of the board. */
export function FilterMenu(props: { store: BoardStore; filter: BoardFilter; onFilter(filter: BoardFilter): void }) {
  const texts = useTexts();
  const own = usePlanningTexts();
  const caption = useCaptions();
  const { store, filter, onFilter } = props;
  const { teams, skills } = store.choices;
  const [{ where }, changeList] = useListLayout('resourceList');
  const conditions = countConditions(where);
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
      <Popover position="bottom-end" trapFocus returnFocus width={420}>
        <Indicator
          disabled={filter.team + filter.skill + filter.category === '' && conditions === 0}
          size={8}
          offset={3}
        >
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
            <ResourceConditions store={store} />
          </Stack>
        </Popover.Dropdown>
      </Popover>
      {(isFiltering(filter) || conditions > 0) && (
        <ActionIcon
          variant="default"
          size={26}
          aria-label={own.clearFilters}
          title={own.clearFilters}
          onClick={() => {
            onFilter(NO_FILTER);
            changeList({ where: EVERYTHING });
          }}
        >
          <Icon name="close" size={13} />
        </ActionIcon>
      )}
    </div>
  );
}
