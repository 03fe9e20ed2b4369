import { Button, Checkbox, Group, Modal, Stack, TagsInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../api/client.ts';
import type { Paths } from '../../../api/schema.ts';
import { useTexts } from '../../../i18n/language.ts';
import { useNotify } from '../../../kit/use-notify.ts';
import { rolesQuery } from '../role-query.ts';
import { filterValuesOf } from './form-values.ts';
import { useGroupTexts } from './group-texts.ts';

export type DirectoryGroup = Paths['/scimGroup']['get']['answer'][number];

/** What the members of a group get: roles, teams and filter values. */
export function GroupForm({ group, close }: { group: DirectoryGroup; close: () => void }) {
  const texts = useGroupTexts();
  const common = useTexts();
  const notify = useNotify();
  const queries = useQueryClient();
  const { data: known = [] } = useQuery(rolesQuery);
  const [byName, setByName] = useState(group.roles === null);
  const [roles, setRoles] = useState<string[]>([...(group.roles ?? group.givenRoles)]);
  const [teams, setTeams] = useState<string[]>([...group.teams]);
  const [filterValues, setFilterValues] = useState(group.filterValues.map((each) => `${each.group}=${each.value}`));
  const save = useMutation({
    mutationFn: () =>
      api.put('/scimGroup/{id}', {
        path: { id: group.id },
        body: { ...(byName ? {} : { roles }), teams, filterValues: filterValuesOf(filterValues) },
      }),
    onError: notify.error,
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['administration', 'scimGroup'] });
      notify.success(texts.saved);
      close();
    },
  });
  return (
    <Modal opened onClose={close} title={group.displayName} closeButtonProps={{ 'aria-label': common.close }}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <Stack gap="sm">
          <Checkbox
            label={texts.byName}
            description={texts.byNameHint}
            checked={byName}
            onChange={({ currentTarget }) => setByName(currentTarget.checked)}
          />
          {!byName && (
            <TagsInput
              label={texts.roles}
              description={texts.rolesHint}
              data={known.map(({ name }) => name)}
              value={roles}
              onChange={setRoles}
            />
          )}
          <TagsInput label={texts.teams} value={teams} onChange={setTeams} />
          <TagsInput
            label={texts.filterValues}
            description={texts.filterHint}
            value={filterValues}
            onChange={setFilterValues}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {common.cancel}
            </Button>
            <Button type="submit" loading={save.isPending}>
              {common.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
