import type { BoardStore } from './board-store.ts';
import type { BoardFilter } from './filter.ts';
import { LookBackTool } from './past/look-back-tool.tsx';
import type { PresentView, SavedView } from './saved-views.ts';
import { ResourceTools } from './tables/resource-tools.tsx';
import { FilterMenu, OptionsMenu } from './toolbar-menus.tsx';
import type { ViewSettings } from './view-settings.ts';
import { ViewsMenu } from './views-menu.tsx';

interface Props {
  readonly store: BoardStore;
  readonly filter: BoardFilter;
  readonly settings: ViewSettings;
  /** What a view that is saved now contains. */
  readonly present: PresentView;
  onFilter(filter: BoardFilter): void;
  onSettings(change: Partial<ViewSettings>): void;
  onView(view: SavedView): void;
}

/** Filters, columns, display options and saved views: loaded after the board, which is drawn without them. */
export const BoardTools = ({ store, filter, settings, present, onFilter, onSettings, onView }: Props) => (
  <>
    <FilterMenu store={store} filter={filter} onFilter={onFilter} />
    <ResourceTools store={store} />
    <OptionsMenu store={store} settings={settings} onSettings={onSettings} />
    <LookBackTool />
    <ViewsMenu onView={onView} present={present} />
  </>
);
