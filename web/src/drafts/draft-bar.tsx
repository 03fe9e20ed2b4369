import { Button, Checkbox } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../api/client.ts';
import { newId } from '../api/new-id.ts';
import { useConfirm } from '../kit/use-confirm.tsx';
import { useNotify } from '../kit/use-notify.ts';
import { useMay } from '../session/may.ts';
import { CompareDialog } from './compare-dialog.tsx';
import type { DraftHost } from './draft-host.ts';
import { ghostsOf } from './ghosts-of.ts';
import { NameDialog } from './name-dialog.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { comparisonQuery, type Draft, draftsKey } from './queries.ts';
import { useDraftTexts } from './texts.ts';

type Opened = 'rename' | 'compare' | 'publish';

/** What the open draft changes, and what can be done with it. */
export function DraftBar({ draft, ...host }: DraftHost & { readonly draft: Draft }) {
  const { id, name, shared } = draft;
  const texts = useDraftTexts();
  const notify = useNotify();
  const queries = useQueryClient();
  const confirm = useConfirm();
  const mark = useMay()('planning.draft');
  const [opened, setOpened] = useState<Opened>();
  const [chosen, setChosen] = useState<readonly number[]>();
  const [withGhosts, setWithGhosts] = useState(true);
  /** As it was clicked, until the list says so too: the checkbox does not jump back meanwhile. */
  const [sharing, setSharing] = useState<boolean>();
  const { data: comparison } = useQuery(comparisonQuery(id));
  const ownId = (): string => {
    const actionId = newId();
    host.own.add(actionId);
    return actionId;
  };
  const refresh = () => queries.invalidateQueries({ queryKey: draftsKey });
  const change = useMutation({
    mutationFn: (body: { readonly name?: string; readonly shared?: boolean }) =>
      api.patch('/drafts/{id}', { path: { id }, body, actionId: ownId() }),
    onSuccess: async () => {
      await refresh();
      setOpened(undefined);
    },
  });
  const share = (isShared: boolean): void => {
    setSharing(isShared);
    change.mutate({ shared: isShared }, { onError: notify.error, onSettled: () => setSharing(undefined) });
  };
  const discard = useMutation({
    mutationFn: () => api.delete('/drafts/{id}', { path: { id }, actionId: ownId() }),
    // The tabs of the plan are read again.
    onSuccess: () => {
      host.onOpen(undefined);
      notify.success(texts.discarded(name));
    },
    onError: notify.error,
  });
  const takeOut = useMutation({
    mutationFn: async (changes: readonly number[]) => {
      await host.settled();
      return api.post('/drafts/{id}/revert', { path: { id }, body: { changes }, actionId: ownId() });
    },
    onSuccess: async () => {
      host.onChanged();
      await refresh();
    },
    onError: notify.error,
  });
  const { onGhosts } = host;
  useEffect(() => {
    onGhosts(comparison && withGhosts ? ghostsOf(comparison.changes, texts.inPlan) : undefined);
  }, [comparison, withGhosts, onGhosts, texts]);

  const changes = comparison?.changes ?? [];
  const conflicts = changes.filter((each) => each.conflicts.length > 0).length;
  const nameOf = (no: string): string => host.store.data.resources.find((each) => each.no === no)?.name ?? no;
  const close = (): void => {
    change.reset();
    setOpened(undefined);
  };
  const publish = (ids: readonly number[] | undefined): void => {
    setChosen(ids);
    setOpened('publish');
  };
  const button = (label: string, act: () => void, variant: 'default' | 'filled' = 'default', disabled = false) => (
    <Button {...mark} size="compact-xs" variant={variant} disabled={disabled} onClick={act}>
      {label}
    </Button>
  );
  return (
    <section className="draft-bar" aria-label={texts.bar}>
      <span className="draft-mark">{texts.draft}</span>
      <strong className="draft-name" dir="auto">
        {name}
      </strong>
      <span role="status">
        {comparison && texts.changes(changes.length)}
        {comparison && comparison.hidden > 0 && `, ${texts.hidden(comparison.hidden)}`}
        {conflicts > 0 && <span className="draft-conflicts"> · ⚠ {texts.conflicts(conflicts)}</span>}
      </span>
      <span className="draft-space" />
      <Checkbox
        size="xs"
        label={texts.showPlan}
        checked={withGhosts}
        onChange={(event) => setWithGhosts(event.currentTarget.checked)}
      />
      <Checkbox
        {...mark}
        size="xs"
        label={texts.share}
        checked={sharing ?? shared}
        disabled={change.isPending}
        onChange={(event) => share(event.currentTarget.checked)}
      />
      {button(texts.rename, () => setOpened('rename'))}
      {button(texts.compare, () => setOpened('compare'))}
      {button(texts.discard, () =>
        confirm.ask({
          title: texts.discardTitle(name),
          body: texts.discardBody(changes.length),
          yes: texts.discard,
          act: () => discard.mutate(),
        }),
      )}
      {button(texts.publish, () => publish(undefined), 'filled', changes.length === 0)}
      {confirm.dialog}
      {opened === 'rename' && (
        <NameDialog
          title={texts.renameTitle}
          name={name}
          submit={texts.rename}
          isBusy={change.isPending}
          error={change.error}
          onName={(next) => change.mutate({ name: next })}
          onClose={close}
        />
      )}
      {opened === 'compare' && comparison && (
        <CompareDialog
          {...{ name, comparison, nameOf, isBusy: takeOut.isPending }}
          onTakeOut={(ids) => takeOut.mutate(ids)}
          onPublish={publish}
          onClose={close}
        />
      )}
      {opened === 'publish' && comparison && (
        <PublishDialog
          {...{ id, name, comparison, chosen, nameOf, ownId, isTakingOut: takeOut.isPending }}
          settled={host.settled}
          onTakeOut={(ids) => takeOut.mutate(ids)}
          onRefresh={() => void refresh()}
          onPublished={host.onPublished}
          onClose={close}
        />
      )}
    </section>
  );
}
