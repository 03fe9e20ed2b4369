import { Badge, Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import type { Paths } from '../api/schema.ts';
import { type Column, DataTable } from '../kit/data-table.tsx';
import { Card } from '../kit/page.tsx';
import { QueryBoundary } from '../kit/query-boundary.tsx';
import { useConfirm } from '../kit/use-confirm.tsx';
import { useFormat } from '../kit/use-format.ts';
import { useNotify } from '../kit/use-notify.ts';
import { useSessionTexts } from './sessions-texts.ts';

type OwnSession = Paths['/me/session']['get']['answer'][number];

export const OWN_SESSIONS = ['account', 'sessions'];

/** The browsers in which the person is signed in, each with a button to sign it out. */
export function SessionsSection() {
  const texts = useSessionTexts();
  const query = useQuery({ queryKey: OWN_SESSIONS, queryFn: () => api.get('/me/session', {}) });
  const { endOne, askToEndOthers, dialog } = useEndSessions();
  const columns = useColumns((session) => endOne.mutate(session));
  const hasOthers = (query.data ?? []).some(({ current }) => !current);
  return (
    <Card
      title={texts.title}
      actions={
        <Button size="xs" variant="default" disabled={!hasOthers} onClick={askToEndOthers}>
          {texts.endOthers}
        </Button>
      }
    >
      <QueryBoundary query={query}>
        {(sessions) => (
          <DataTable
            label={texts.title}
            rows={sessions}
            columns={columns}
            keyOf={({ id }) => id}
            empty={texts.noSessions}
          />
        )}
      </QueryBoundary>
      {dialog}
    </Card>
  );
}

function useEndSessions() {
  const texts = useSessionTexts();
  const notify = useNotify();
  const confirm = useConfirm();
  const queries = useQueryClient();
  const refresh = (): Promise<void> => queries.invalidateQueries({ queryKey: OWN_SESSIONS });
  const endOne = useMutation({
    mutationFn: ({ id }: OwnSession) => api.delete('/me/session/{id}', { path: { id: String(id) } }),
    onError: notify.error,
    onSuccess: () => notify.success(texts.endedNow),
    onSettled: refresh,
  });
  const endOthers = useMutation({
    mutationFn: () => api.delete('/me/session', {}),
    onError: notify.error,
    onSuccess: () => notify.success(texts.othersEndedNow),
    onSettled: refresh,
  });
  const askToEndOthers = (): void =>
    confirm.ask({
      title: texts.endOthers,
      body: texts.endOthersHint,
      yes: texts.endOthers,
      act: () => endOthers.mutate(),
    });
  return { endOne, askToEndOthers, dialog: confirm.dialog };
}

function useColumns(end: (session: OwnSession) => void): readonly Column<OwnSession>[] {
  const texts = useSessionTexts();
  const format = useFormat();
  const nameOf = ({ browser, system }: OwnSession): string =>
    [browser, system].filter((part) => part !== null).join(', ') || texts.unknownBrowser;
  return [
    {
      name: texts.browser,
      by: nameOf,
      show: (session) => (
        <>
          {nameOf(session)}{' '}
          {session.current && (
            <Badge variant="light" tt="none">
              {texts.current}
            </Badge>
          )}
        </>
      ),
    },
    { name: texts.tenant, by: ({ tenant }) => tenant, show: ({ tenant }) => tenant },
    { name: texts.method, by: ({ method }) => texts.methods[method], show: ({ method }) => texts.methods[method] },
    { name: texts.address, by: ({ address }) => address, show: ({ address }) => address ?? '' },
    {
      name: texts.lastSeen,
      by: ({ lastSeenAt }) => lastSeenAt,
      show: ({ lastSeenAt }) => format.moment(lastSeenAt),
    },
    { name: texts.began, by: ({ createdAt }) => createdAt, show: ({ createdAt }) => format.moment(createdAt) },
    {
      name: '',
      align: 'right',
      show: (session) =>
        session.current ? null : (
          <Button
            size="compact-xs"
            variant="subtle"
            color="red"
            aria-label={texts.endOf(nameOf(session))}
            onClick={() => end(session)}
          >
            {texts.end}
          </Button>
        ),
    },
  ];
}
