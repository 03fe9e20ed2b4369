import { ActionIcon, Button, Indicator, Menu, NativeSelect, Popover, Stack, Switch, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Icon } from '../frame/icons.tsx';
import { useTexts } from '../i18n/language.ts';
import { useCaptions } from '../kit/use-captions.ts';
import { useNotify } from '../kit/use-notify.ts';
import { useSession } from '../session/session.ts';
import type { BoardStore } from './board-store.ts';
import { type BoardFilter, isFiltering, NO_FILTER } from './filter.ts';
import { deleteView, profilesQuery, type SavedView, savedViewsQuery } from './saved-views.ts';
import { usePlanningTexts } from './texts.ts';
import { viewGroups } from './view-groups.ts';
import type { ViewSettings } from './view-settings.ts';

const HEIGHTS = { compact: 20, normal: 26, tall: 36 } as const;

/** How the board looks. */
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

/** Whose rows and which bars are shown. */
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

interface ViewsProps {
  /** Layouts are the tenant's: only who may write them can save and delete. */
  readonly maySave: boolean;
  onView(view: SavedView): void;
  save(name: string): Promise<unknown>;
}

/** Looks of the board that were saved here or came with a setup package. */
export function ViewsMenu({ maySave, onView, save }: ViewsProps) {
  const texts = useTexts();
  const own = usePlanningTexts();
  const notify = useNotify();
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const { profiles } = useSession().user;
  const { data: views = [] } = useQuery(savedViewsQuery);
  const { data: setup = { profiles: [], layouts: [] } } = useQuery(profilesQuery);
  const groups = viewGroups(views, setup, { profiles, isAdmin: maySave });
  if (groups.length === 0 && !maySave) return null;
  const after = (work: Promise<unknown>, said: string): void =>
    void work
      .then(() => queries.invalidateQueries({ queryKey: savedViewsQuery.queryKey }))
      .then(() => notify.success(said))
      .catch(notify.error);
  const saveNow = (): void => {
    if (name.trim() === '') return;
    after(save(name.trim()), own.viewSaved);
    setName('');
  };
  return (
    <Popover position="bottom-end" width={270} trapFocus returnFocus>
      <Popover.Target>
        <Button size="compact-xs" variant="default">
          {texts.savedViews}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={texts.savedViews} className="views">
        {groups.length === 0 && <p className="views-none">{own.noViews}</p>}
        {groups.map((group) => (
          <section key={group.code} aria-label={group.name}>
            {group.name !== undefined && <h3 className="views-profile">{group.name.slice(0, 60)}</h3>}
            {group.views.map((view) => (
              <div key={view.code} className="views-line">
                <Button size="compact-sm" variant="subtle" color="dark" onClick={() => onView(view)}>
                  <span dir="auto">{view.name.slice(0, 60)}</span>
                </Button>
                {maySave && (
                  <ActionIcon
                    size={22}
                    variant="subtle"
                    color="gray"
                    aria-label={own.deleteView(view.name.slice(0, 60))}
                    onClick={() => after(deleteView(view.code), own.viewDeleted)}
                  >
                    <Icon name="remove" size={14} />
                  </ActionIcon>
                )}
              </div>
            ))}
          </section>
        ))}
        {maySave && (
          <form
            className="views-save"
            onSubmit={(event) => {
              event.preventDefault();
              saveNow();
            }}
          >
            <TextInput
              size="xs"
              aria-label={own.viewName}
              placeholder={own.viewName}
              maxLength={100}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <Button size="compact-xs" type="submit" disabled={name.trim() === ''}>
              {texts.save}
            </Button>
          </form>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
