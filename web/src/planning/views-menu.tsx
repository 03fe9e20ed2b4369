import { ActionIcon, Button, Popover, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Icon } from '../frame/icons.tsx';
import { useTexts } from '../i18n/language.ts';
import { useNotify } from '../kit/use-notify.ts';
import { useMay } from '../session/may.ts';
import { useSession } from '../session/session.ts';
import { deleteView, profilesQuery, type SavedView, savedViewsQuery } from './saved-views.ts';
import { usePlanningTexts } from './texts.ts';
import { viewGroups } from './view-groups.ts';

interface Props {
  onView(view: SavedView): void;
  save(name: string): Promise<unknown>;
}

/** Views of the board that were saved here or came with a setup package. */
export function ViewsMenu({ onView, save }: Props) {
  // Views belong to the tenant.
  const may = useMay();
  const maySave = may('views.save');
  const texts = useTexts();
  const own = usePlanningTexts();
  const { profiles } = useSession().user;
  const { data: views = [] } = useQuery(savedViewsQuery);
  const { data: setup = { profiles: [], layouts: [] } } = useQuery(profilesQuery);
  const change = useViewChange();
  const groups = viewGroups(views, setup, { profiles, seesAll: maySave !== undefined });
  if (groups.length === 0 && !maySave) return null;
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
                {may('views.delete') && (
                  <ActionIcon
                    {...may('views.delete')}
                    size={22}
                    variant="subtle"
                    color="gray"
                    aria-label={own.deleteView(view.name.slice(0, 60))}
                    onClick={() => change(deleteView(view.code), own.viewDeleted)}
                  >
                    <Icon name="remove" size={14} />
                  </ActionIcon>
                )}
              </div>
            ))}
          </section>
        ))}
        {maySave && <NewView {...maySave} onSave={(name) => change(save(name), own.viewSaved)} />}
      </Popover.Dropdown>
    </Popover>
  );
}

/** Saves the present view under a name. */
function NewView({ onSave, ...mark }: { readonly 'data-control': string; onSave(name: string): void }) {
  const texts = useTexts();
  const own = usePlanningTexts();
  const [name, setName] = useState('');
  const isEmpty = name.trim() === '';
  return (
    <form
      className="views-save"
      onSubmit={(event) => {
        event.preventDefault();
        if (isEmpty) return;
        onSave(name.trim());
        setName('');
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
      <Button {...mark} size="compact-xs" type="submit" disabled={isEmpty}>
        {texts.save}
      </Button>
    </form>
  );
}

/** Waits for a change of the saved views, reads them again and shows a message. */
function useViewChange() {
  const notify = useNotify();
  const queries = useQueryClient();
  return (change: Promise<unknown>, message: string): void =>
    void change
      .then(() => queries.invalidateQueries({ queryKey: savedViewsQuery.queryKey }))
      .then(() => notify.success(message))
      .catch(notify.error);
}
