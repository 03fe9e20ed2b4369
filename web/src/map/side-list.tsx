import { Tabs } from '@mantine/core';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { Paths } from '../api/schema.ts';
import { useTexts } from '../i18n/language.ts';
import { type MapDay, ofCategory } from '../map-view/scene.ts';
import type { ListProps } from './list-props.ts';
import { MissingList, unlocatedCount } from './missing-list.tsx';
import { OpenList } from './open-list.tsx';
import { ResourceList } from './resource-list.tsx';
import { useRoutePlanTexts } from './route-plan/texts.ts';
import './side-list.css';
import { useMapTexts } from './texts.ts';

interface Props extends Omit<ListProps, 'day'> {
  readonly day: MapDay | undefined;
  readonly route: Paths['/resource/{resourceNo}/route']['get']['answer'] | undefined;
  /** Shown instead of the lists until the day is read. */
  readonly pending: ReactNode;
  onChoose(resourceNo: string | undefined): void;
  onClearFilters(): void;
  /** A task is dragged: it can be dropped on a resource. */
  readonly isDragging: boolean;
}

/** The content of the map as a list. List and map share the selection. */
export function SideList({ day, route, pending, onChoose, onClearFilters, isDragging, ...props }: Props) {
  const { choice, selected } = props;
  const common = useTexts();
  const texts = useMapTexts();
  const planTexts = useRoutePlanTexts();
  const [tab, setTab] = useState<string | null>('resources');
  const side = useRef<HTMLElement>(null);
  const tasks = useMemo(() => day?.tasks.filter(({ category }) => ofCategory(choice, category)), [day, choice]);
  const missing = useMemo(() => (day ? unlocatedCount(day) : 0), [day]);

  useEffect(() => {
    if (selected?.startsWith('task ')) setTab((shown) => (shown === 'missing' ? shown : 'open'));
    else if (selected !== undefined) setTab('resources');
  }, [selected]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab has other rows
  useEffect(() => {
    side.current?.querySelector('[aria-current="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [selected, tab]);

  return (
    <aside className="map-side" aria-label={texts.list} ref={side}>
      <Tabs value={isDragging ? 'resources' : tab} onChange={setTab} keepMounted={false} className="map-tabs">
        <Tabs.List grow>
          <Tabs.Tab value="resources">
            {common.resources} <span className="map-count">{day?.resources.length ?? 0}</span>
          </Tabs.Tab>
          <Tabs.Tab value="open">
            {common.openTasks} <span className="map-count">{day?.openTasks ?? 0}</span>
          </Tabs.Tab>
          <Tabs.Tab value="missing">
            {texts.noLocation} <span className={`map-count ${missing > 0 ? 'map-count-some' : ''}`}>{missing}</span>
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="resources">
          {isDragging && <p className="map-hint">{planTexts.dropHere}</p>}
          {day ? <ResourceList {...props} day={day} route={route} onChoose={onChoose} /> : pending}
        </Tabs.Panel>
        <Tabs.Panel value="open">
          {day && tasks ? <OpenList {...props} day={day} tasks={tasks} onClearFilters={onClearFilters} /> : pending}
        </Tabs.Panel>
        <Tabs.Panel value="missing">{day ? <MissingList {...props} day={day} /> : pending}</Tabs.Panel>
      </Tabs>
    </aside>
  );
}
