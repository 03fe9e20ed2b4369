import { ActionIcon, Badge, Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../api/client.ts';
import type { Schemas } from '../../../api/schema.ts';
import { Icon } from '../../../frame/icons.tsx';
import { useTexts } from '../../../i18n/language.ts';
import { type Column, DataTable } from '../../../kit/data-table.tsx';
import { LinkButton } from '../../../kit/link-button.tsx';
import { Card, Page } from '../../../kit/page.tsx';
import { QueryBoundary } from '../../../kit/query-boundary.tsx';
import { useNotify } from '../../../kit/use-notify.ts';
import { useAdministrationTexts } from '../../texts.ts';
import { usePermissionTexts } from '../permission-texts.ts';
import { type Role, rolesQuery } from '../role-query.ts';
import { type EditedRole, RoleForm } from './role-form.tsx';
import { useRoleTexts } from './texts.ts';
import { useRemoveRole } from './use-remove-role.tsx';
import './roles.css';

/** The built-in roles and those of the tenant. */
export function Section() {
  const texts = useRoleTexts();
  const { sections } = useAdministrationTexts();
  const queries = useQueryClient();
  const notify = useNotify();
  const query = useQuery(rolesQuery);
  const [editing, setEditing] = useState<EditedRole>();
  const { columns, dialog } = useColumns(setEditing);
  const save = async (body: Schemas['RoleWrite'], version: number | undefined): Promise<void> => {
    await api.post('/role', { body, version });
    // Somebody may have changed their own role.
    await queries.invalidateQueries();
    notify.success(texts.saved);
  };
  const add = (): void => setEditing({ title: texts.add, stored: undefined, permissions: [], description: null });
  return (
    <Page
      title={sections.roles}
      hint={texts.hint}
      actions={
        <Button size="xs" leftSection={<Icon name="add" size={14} />} onClick={add}>
          {texts.add}
        </Button>
      }
    >
      <Card>
        <QueryBoundary query={query}>
          {(roles) => (
            <DataTable
              label={sections.roles}
              rows={roles}
              columns={columns}
              keyOf={({ name }) => name}
              empty={texts.empty}
            />
          )}
        </QueryBoundary>
      </Card>
      {editing && (
        <RoleForm
          role={editing}
          taken={(query.data ?? []).map(({ name }) => name)}
          save={save}
          close={() => setEditing(undefined)}
        />
      )}
      {dialog}
    </Page>
  );
}

function useColumns(edit: (role: EditedRole) => void) {
  const texts = useRoleTexts();
  const { roles: builtIn } = usePermissionTexts();
  const common = useTexts();
  const { remove, dialog } = useRemoveRole();
  const nameOf = ({ name }: Role): string => builtIn[name]?.[0] ?? name;
  const open = (role: Role): void =>
    edit({ ...role, title: (role.builtIn ? texts.view : texts.edit)(nameOf(role)), stored: role });
  const copy = (role: Role): void => edit({ ...role, title: texts.copy(nameOf(role)), stored: undefined });
  const columns: readonly Column<Role>[] = [
    {
      name: texts.name,
      by: nameOf,
      show: (role) => (
        <>
          <LinkButton onClick={() => open(role)}>{nameOf(role)}</LinkButton>
          {role.builtIn && (
            <Badge variant="outline" color="gray" tt="none" ml={8} miw="fit-content">
              {texts.builtIn}
            </Badge>
          )}
        </>
      ),
    },
    { name: texts.description, show: ({ name, description }) => builtIn[name]?.[1] ?? description },
    {
      name: texts.permissions,
      by: ({ permissions }) => permissions.length,
      show: ({ permissions }) => permissions.join(', '),
    },
    { name: texts.users, align: 'right', by: ({ users }) => users, show: ({ users }) => users },
    {
      name: '',
      align: 'right',
      show: (role) => (
        <>
          <Button size="compact-xs" variant="subtle" aria-label={texts.copy(nameOf(role))} onClick={() => copy(role)}>
            {common.copy}
          </Button>
          {!role.builtIn && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              aria-label={texts.remove(role.name)}
              onClick={() => remove(role)}
            >
              <Icon name="remove" size={15} />
            </ActionIcon>
          )}
        </>
      ),
    },
  ];
  return { columns, dialog };
}
