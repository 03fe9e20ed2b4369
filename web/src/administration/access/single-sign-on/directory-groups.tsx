import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../api/client.ts';
import { DataTable } from '../../../kit/data-table.tsx';
import { LinkButton } from '../../../kit/link-button.tsx';
import { Card } from '../../../kit/page.tsx';
import { QueryBoundary } from '../../../kit/query-boundary.tsx';
import { useMay } from '../../../session/may.ts';
import { type DirectoryGroup, GroupForm } from './group-form.tsx';
import { useGroupTexts } from './group-texts.ts';

/** The groups that a directory sends over SCIM, and what their members get. */
export function DirectoryGroups() {
  const may = useMay();
  return may('singleSignOn.groups') ? <Groups /> : null;
}

function Groups() {
  const texts = useGroupTexts();
  const may = useMay();
  const [edited, edit] = useState<DirectoryGroup>();
  const query = useQuery({ queryKey: ['administration', 'scimGroup'], queryFn: () => api.get('/scimGroup', {}) });
  return (
    <div {...may('singleSignOn.groups')}>
      <Card title={texts.title}>
        <p className="log-soft">{texts.hint}</p>
        <QueryBoundary query={query}>
          {(groups) => (
            <DataTable
              label={texts.title}
              rows={groups}
              keyOf={({ id }) => id}
              empty={texts.none}
              columns={[
                {
                  name: texts.group,
                  by: ({ displayName }) => displayName,
                  show: (group) => (
                    <LinkButton onClick={() => edit(group)}>
                      <bdi>{group.displayName}</bdi>
                    </LinkButton>
                  ),
                },
                { name: texts.members, align: 'right', by: ({ members }) => members, show: ({ members }) => members },
                {
                  name: texts.roles,
                  show: ({ givenRoles }) => (givenRoles.length === 0 ? texts.noRoles : givenRoles.join(', ')),
                },
                { name: texts.teams, show: ({ teams }) => <bdi>{teams.join(', ')}</bdi> },
                {
                  name: texts.filterValues,
                  show: ({ filterValues }) => (
                    <bdi>{filterValues.map(({ group, value }) => `${group}=${value}`).join(', ')}</bdi>
                  ),
                },
              ]}
            />
          )}
        </QueryBoundary>
      </Card>
      {edited && <GroupForm key={edited.id} group={edited} close={() => edit(undefined)} />}
    </div>
  );
}
