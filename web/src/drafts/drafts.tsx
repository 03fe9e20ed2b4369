import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../api/client.ts';
import { Icon } from '../frame/icons.tsx';
import { useNotify } from '../kit/use-notify.ts';
import { useMay } from '../session/may.ts';
import { DraftBar } from './draft-bar.tsx';
import type { DraftHost } from './draft-host.ts';
import './drafts.css';
import { NameDialog } from './name-dialog.tsx';
import { draftsKey, draftsQuery } from './queries.ts';
import { useDraftTexts } from './texts.ts';

const LOOK_MS = 400;

/** Tabs of the plan and of its drafts; below them what can be done with the open one. */
export function Drafts({ draft, ...host }: DraftHost & { readonly draft: number | undefined }) {
  const texts = useDraftTexts();
  const notify = useNotify();
  const queries = useQueryClient();
  const mark = useMay()('planning.draft');
  const [isNaming, setNaming] = useState(false);
  const { data: drafts, isFetching } = useQuery(draftsQuery);
  const open = drafts?.find(({ id }) => id === draft);
  const isGone = draft !== undefined && drafts !== undefined && !isFetching && open === undefined;
  const create = useMutation({
    mutationFn: (name: string) => api.post('/drafts', { body: { name } }),
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: draftsKey });
      setNaming(false);
      host.onOpen(id);
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each draft that is gone
  useEffect(() => {
    if (!isGone) return;
    notify.failure(texts.gone, texts.goneHint);
    host.onOpen(undefined);
  }, [isGone]);
  const { store } = host;
  // What the planner or others change in the plan or the draft changes what the draft differs in.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = store.listen(() => {
      clearTimeout(timer);
      timer = setTimeout(() => void queries.invalidateQueries({ queryKey: draftsKey }), LOOK_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [store, queries]);
  return (
    <>
      <nav className="draft-tabs" aria-label={texts.tabs}>
        <Tab isOpen={draft === undefined} onOpen={() => host.onOpen(undefined)}>
          {texts.plan}
        </Tab>
        {drafts?.map(({ id, name, own, shared, owner }) => (
          <Tab
            key={id}
            isOpen={id === draft}
            title={own ? name : texts.sharedBy(name, owner.replace(/^\w+:/, ''))}
            onOpen={() => host.onOpen(id)}
          >
            <bdi>{name.slice(0, 60)}</bdi>
            {shared && <span className="draft-shared"> · {texts.shared}</span>}
          </Tab>
        ))}
        <Button
          {...mark}
          size="compact-xs"
          variant="subtle"
          leftSection={<Icon name="add" size={12} />}
          onClick={() => setNaming(true)}
        >
          {texts.create}
        </Button>
      </nav>
      {open && <DraftBar key={open.id} draft={open} {...host} />}
      {isNaming && (
        <NameDialog
          title={texts.create}
          name=""
          submit={texts.begin}
          isBusy={create.isPending}
          error={create.error}
          onName={(name) => create.mutate(name)}
          onClose={() => {
            create.reset();
            setNaming(false);
          }}
        />
      )}
    </>
  );
}

interface TabProps {
  readonly isOpen: boolean;
  readonly title?: string;
  readonly children: React.ReactNode;
  onOpen(): void;
}

const Tab = ({ isOpen, title, children, onOpen }: TabProps) => (
  <button
    type="button"
    className="draft-tab"
    title={title}
    aria-current={isOpen ? 'page' : undefined}
    onClick={() => !isOpen && onOpen()}
  >
    {children}
  </button>
);
