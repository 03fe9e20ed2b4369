import { Button, Checkbox, Popover, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTexts } from '../i18n/language.ts';
import { useMay } from '../session/may.ts';
import { useSession } from '../session/session.ts';
import { type PresentView, personalViewsQuery, profilesQuery, type SavedView, savedViewsQuery } from './saved-views.ts';
import { usePlanningTexts } from './texts.ts';
import { useViewChanges } from './use-view-changes.tsx';
import { viewGroups } from './view-groups.ts';
import { ViewLine } from './view-line.tsx';
import { useViewsTexts } from './views-texts.ts';

interface Props {
  /** What the board shows now. */
  readonly present: PresentView;
  onView(view: SavedView): void;
}

/** The user's own views, then those that all users of the tenant share, by profile. */
export function ViewsMenu({ present, onView }: Props) {
  const may = useMay();
  const texts = useTexts();
  const own = usePlanningTexts();
  const views = useViewsTexts();
  const { profiles } = useSession().user;
  const { data: shared = [] } = useQuery(savedViewsQuery);
  const { data: personal } = useQuery(personalViewsQuery);
  const { data: setup = { profiles: [], layouts: [] } } = useQuery(profilesQuery);
  const made = useViewChanges(present);
  const [isOpen, setOpen] = useState(false);
  const changes = {
    ...made,
    remove: (view: SavedView): void => {
      // The question before a shared view is deleted must not be below the list.
      if (view.isShared) setOpen(false);
      made.remove(view);
    },
  };
  const mine = personal?.views ?? [];
  const groups = [
    { code: '\n', name: views.mine, views: mine },
    ...viewGroups(shared, setup, { profiles, seesAll: may('views.save') !== undefined }).map((group) => ({
      ...group,
      name: group.name ?? views.shared,
    })),
  ].filter((group) => group.views.length > 0);
  const isDefault = (view: SavedView): boolean =>
    personal?.chosen?.code === view.code && personal.chosen.shared === view.isShared;
  return (
    <>
      <Popover position="bottom-end" width={340} trapFocus returnFocus opened={isOpen} onChange={setOpen}>
        <Popover.Target>
          <Button size="compact-xs" variant="default" onClick={() => setOpen((last) => !last)}>
            {texts.savedViews}
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label={texts.savedViews} className="views">
          {groups.length === 0 && <p className="views-none">{own.noViews}</p>}
          {groups.map((group) => (
            <section key={group.code} aria-label={group.name}>
              <h3 className="views-profile">{group.name.slice(0, 60)}</h3>
              {group.views.map((view) => (
                <ViewLine key={view.code} {...{ view, changes, onView }} isDefault={isDefault(view)} />
              ))}
            </section>
          ))}
          <NewView onSave={changes.save} />
        </Popover.Dropdown>
      </Popover>
      {changes.dialog}
    </>
  );
}

/** Saves the present view under a name: for the user, or for all. */
function NewView({ onSave }: { onSave(name: string, isShared: boolean): void }) {
  const may = useMay();
  const texts = useTexts();
  const own = usePlanningTexts();
  const views = useViewsTexts();
  const [name, setName] = useState('');
  const [isShared, setShared] = useState(false);
  const isEmpty = name.trim() === '';
  return (
    <form
      className="views-save"
      onSubmit={(event) => {
        event.preventDefault();
        if (isEmpty) return;
        onSave(name.trim(), isShared);
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
      <Button {...may('views.saveOwn')} size="compact-xs" type="submit" disabled={isEmpty}>
        {texts.save}
      </Button>
      {may('views.save') && (
        <Checkbox
          {...may('views.save')}
          size="xs"
          label={views.forAll}
          checked={isShared}
          onChange={(event) => setShared(event.currentTarget.checked)}
        />
      )}
    </form>
  );
}
