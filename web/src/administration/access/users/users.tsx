import { ActionIcon, Badge, Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../api/client.ts';
import type { Schemas } from '../../../api/schema.ts';
import { Icon } from '../../../frame/icons.tsx';
import { type Column, DataTable } from '../../../kit/data-table.tsx';
import { LinkButton } from '../../../kit/link-button.tsx';
import { Card, Page } from '../../../kit/page.tsx';
import { QueryBoundary } from '../../../kit/query-boundary.tsx';
import { useConfirm } from '../../../kit/use-confirm.tsx';
import { useNotify } from '../../../kit/use-notify.ts';
import { useSession } from '../../../session/session.ts';
import { useAdministrationTexts } from '../../texts.ts';
import { canonicalRole, usePermissionTexts } from '../permission-texts.ts';
import { RemoveSecondFactor } from './remove-second-factor.tsx';
import { useUserTexts } from './texts.ts';
import { UserForm } from './user-form.tsx';
import { usersQuery } from './users-query.ts';

type User = Schemas['UserRead'];

export function Section() {
  const texts = useUserTexts();
  const { sections } = useAdministrationTexts();
  const { user: self } = useSession();
  const notify = useNotify();
  const queries = useQueryClient();
  const [editing, setEditing] = useState<{ user: User | undefined }>();
  const isSelf = (user: User | undefined): boolean => user?.email.toLowerCase() === self.email.toLowerCase();
  const { columns, dialog } = useColumns(isSelf, (user) => setEditing({ user }));
  const query = useQuery(usersQuery);
  const save = async (body: Schemas['UserWrite'], version: number | undefined): Promise<void> => {
    await api.post('/user', { body, version });
    // Users who change their own record may read the page in another language from now on.
    await queries.invalidateQueries();
    notify.success(texts.saved);
  };
  return (
    <Page
      title={sections.users}
      hint={texts.hint}
      actions={
        <Button size="xs" leftSection={<Icon name="add" size={14} />} onClick={() => setEditing({ user: undefined })}>
          {texts.add}
        </Button>
      }
    >
      <Card>
        <QueryBoundary query={query}>
          {(users) => (
            <DataTable
              label={sections.users}
              rows={users}
              columns={columns}
              keyOf={({ id }) => id}
              empty={texts.empty}
            />
          )}
        </QueryBoundary>
      </Card>
      {editing && (
        <UserForm user={editing.user} isSelf={isSelf(editing.user)} save={save} close={() => setEditing(undefined)} />
      )}
      {dialog}
    </Page>
  );
}

/** Deletes a user, or sends the invitation again. */
function useUserActions() {
  const texts = useUserTexts();
  const notify = useNotify();
  const queries = useQueryClient();
  const readAgain = () => queries.invalidateQueries({ queryKey: ['administration'] });
  const remove = useMutation({
    mutationFn: ({ email }: User) => api.delete('/user', { body: { email } }),
    onError: notify.error,
    onSuccess: async () => {
      await readAgain();
      notify.success(texts.deleted);
    },
  });
  const invite = useMutation({
    mutationFn: ({ email }: User) => api.post('/user/invite', { body: { email } }),
    onError: notify.error,
    onSuccess: async (_answer, { email }) => {
      await readAgain();
      notify.success(texts.invitationSent(email));
    },
  });
  return { remove, invite };
}

function useColumns(isSelf: (user: User) => boolean, edit: (user: User) => void) {
  const texts = useUserTexts();
  const confirm = useConfirm();
  const { remove, invite } = useUserActions();
  const askToRemove = (user: User): void =>
    confirm.ask({
      title: texts.removeQuestion(user.email),
      body: texts.removeHint,
      yes: texts.remove(user.email),
      act: () => remove.mutate(user),
    });
  const columns: Column<User>[] = [
    {
      name: texts.name,
      by: nameOf,
      show: (user) => (
        <LinkButton onClick={() => edit(user)}>
          {nameOf(user)}
          {isSelf(user) && ` (${texts.you})`}
        </LinkButton>
      ),
    },
    { name: texts.email, by: ({ email }) => email, show: ({ email }) => email },
    { name: texts.rolesLabel, by: (user) => rolesOf(user).join(), show: (user) => <Roles of={user} /> },
    { name: texts.resource, by: ({ resourceNo }) => resourceNo, show: ({ resourceNo }) => resourceNo },
    { name: texts.language, by: ({ language }) => language, show: ({ language }) => language },
    { name: texts.timeZone, by: ({ timeZone }) => timeZone, show: ({ timeZone }) => timeZone },
    {
      name: texts.state,
      by: stateOf,
      show: (user) => (
        <>
          <State of={user} send={() => invite.mutate(user)} isSending={invite.isPending} />
          {user.secondFactor && !isSelf(user) && <RemoveSecondFactor email={user.email} />}
        </>
      ),
    },
    {
      name: '',
      align: 'right',
      show: (user) =>
        isSelf(user) ? null : (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={texts.remove(user.email)}
            onClick={() => askToRemove(user)}
          >
            <Icon name="remove" size={15} />
          </ActionIcon>
        ),
    },
  ];
  return { columns, dialog: confirm.dialog };
}

const nameOf = ({ displayName, email }: User): string => displayName ?? email;
const rolesOf = (user: User): readonly string[] =>
  user.roles.length === 0 ? ['viewer'] : user.roles.map(canonicalRole);

/** Someone who does not sign in with a password needs no invitation. */
const stateOf = ({ enabled, state, loginType }: User) =>
  enabled ? (loginType === 1 ? state : 'active') : ('disabled' as const);

function State({ of, send, isSending }: { of: User; send: () => void; isSending: boolean }) {
  const texts = useUserTexts();
  const state = stateOf(of);
  if (state === 'active') return texts.active;
  const invite = state === 'none' ? texts.send : texts.sendAgain;
  return (
    <>
      <Badge color="gray" variant={state === 'disabled' ? 'light' : 'outline'} tt="none" mr={8}>
        {state === 'disabled' ? texts.disabled : texts.invitation[state]}
      </Badge>
      {state !== 'disabled' && (
        <Button
          size="compact-xs"
          variant="subtle"
          disabled={isSending}
          aria-label={`${invite}: ${of.email}`}
          onClick={send}
        >
          {invite}
        </Button>
      )}
    </>
  );
}

function Roles({ of }: { of: User }) {
  const { roles: builtIn } = usePermissionTexts();
  return rolesOf(of).map((role) => (
    <Badge key={role} variant="light" color={role === 'admin' ? 'red' : 'blue'} tt="none" mr={4} miw="fit-content">
      {builtIn[role]?.[0] ?? role}
    </Badge>
  ));
}
