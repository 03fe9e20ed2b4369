import { Button, MultiSelect, Popover } from '@mantine/core';
import { Icon } from '../frame/icons.tsx';
import type { MapDay } from '../map-view/scene.ts';
import type { Filters } from './choice.ts';
import { useMapTexts } from './texts.ts';

interface Props {
  readonly filters: Filters;
  readonly day: MapDay | undefined;
  onFilters(change: Partial<Filters>): void;
}

/** Names can be long, and two can be equal. */
const shortened = (text: string): string => text.slice(0, 60);

/** Filters of the map: resources and categories. */
export function FilterMenu({ filters, day, onFilters }: Props) {
  const texts = useMapTexts();
  const count = filters.onlyResources.length + filters.onlyCategories.length;
  const resources = (day?.resources ?? []).map(({ resourceNo, name }) => ({
    value: resourceNo,
    label: shortened(name),
  }));
  const categories = (day?.categories ?? []).map(({ name, displayName }) => ({
    value: name,
    label: shortened(displayName),
  }));
  const shared = {
    size: 'xs',
    searchable: true,
    clearable: true,
    withScrollArea: false,
    styles: { options: { maxHeight: 220, overflowY: 'auto' } },
    comboboxProps: { withinPortal: false },
  } as const;
  return (
    <Popover position="bottom-end" width={300} shadow="md" withinPortal={false}>
      <Popover.Target>
        <Button
          size="compact-xs"
          variant={count > 0 ? 'light' : 'default'}
          leftSection={<Icon name="options" size={14} />}
        >
          {count > 0 ? texts.filtersSet(count) : texts.filters}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className="map-filters">
        <MultiSelect
          {...shared}
          label={texts.onlyResources}
          placeholder={filters.onlyResources.length === 0 ? texts.all : ''}
          data={resources}
          value={[...filters.onlyResources]}
          onChange={(onlyResources) => onFilters({ onlyResources })}
        />
        <MultiSelect
          {...shared}
          label={texts.onlyCategories}
          placeholder={filters.onlyCategories.length === 0 ? texts.all : ''}
          data={categories}
          value={[...filters.onlyCategories]}
          onChange={(onlyCategories) => onFilters({ onlyCategories })}
        />
        <Button
          size="compact-sm"
          variant="default"
          disabled={count === 0}
          onClick={() => onFilters({ onlyResources: [], onlyCategories: [] })}
        >
          {texts.clearFilters}
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}
