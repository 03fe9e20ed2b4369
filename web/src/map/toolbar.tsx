import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { addDays } from '../dates/zone.ts';
import { Icon, type IconName } from '../frame/icons.tsx';
import { useTexts } from '../i18n/language.ts';
import { DateInput } from '../kit/date-input.tsx';
import type { MapDay } from '../map-view/scene.ts';
import type { Filters } from './choice.ts';
import { FilterMenu } from './filter-menu.tsx';
import { useMapTexts } from './texts.ts';

interface Props {
  readonly date: string;
  readonly title: string;
  readonly weekday: string;
  readonly isLive: boolean;
  readonly filters: Filters;
  readonly day: MapDay | undefined;
  onDate(date: string): void;
  onToday(): void;
  onFilters(change: Partial<Filters>): void;
  onFit(): void;
}

/** The day, and switches with the icons of the map. */
export function Toolbar(props: Props) {
  const common = useTexts();
  const texts = useMapTexts();
  const { date, filters } = props;
  const layers = {
    open: common.openTasks,
    planned: texts.planned,
    // A user from whom homes and positions are hidden has no pins of resources.
    ...(props.day?.locations === false ? {} : { resources: common.resources }),
  };
  return (
    <div className="map-toolbar" role="toolbar" aria-label={common.map}>
      <div className="map-group">
        <Tool icon="previous" label={common.previous} onClick={() => props.onDate(addDays(date, -1))} />
        <Button size="compact-xs" variant="default" onClick={props.onToday}>
          {common.today}
        </Button>
        <Tool icon="next" label={common.next} onClick={() => props.onDate(addDays(date, 1))} />
      </div>
      <DateInput
        size="xs"
        classNames={{ input: 'map-date' }}
        aria-label={texts.date}
        value={date}
        onChange={(day) => day !== '' && props.onDate(day)}
      />
      <h1 title={props.title}>{props.weekday}</h1>
      <div className="map-space" />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out inline in a toolbar */}
      <div className="map-group" role="group" aria-label={texts.show}>
        {(['open', 'planned', 'resources'] as const)
          .filter((name) => layers[name] !== undefined)
          .map((name) => (
            <button
              key={name}
              type="button"
              className="map-layer"
              aria-pressed={filters[name]}
              onClick={() => props.onFilters({ [name]: !filters[name] })}
            >
              <span className={`map-sign map-sign-${name}`} aria-hidden="true" />
              {layers[name]}
            </button>
          ))}
      </div>
      <FilterMenu filters={filters} day={props.day} onFilters={props.onFilters} />
      <Tool icon="fit" label={texts.showAll} onClick={props.onFit} />
      <Tooltip label={props.isLive ? common.liveOn : common.liveOff}>
        <span className={`map-live ${props.isLive ? 'map-live-on' : ''}`} role="status">
          <span aria-hidden="true" />
          {common.live}
        </span>
      </Tooltip>
    </div>
  );
}

const Tool = ({ icon, label, onClick }: { icon: IconName; label: string; onClick: () => void }) => (
  <Tooltip label={label}>
    <ActionIcon variant="default" size={26} aria-label={label} onClick={onClick}>
      <Icon name={icon} size={15} />
    </ActionIcon>
  </Tooltip>
);
