import { Checkbox, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../../session/session.ts';
import { usePermissionTexts } from '../permission-texts.ts';
import { rolesQuery } from '../role-query.ts';
import { useUserTexts } from './texts.ts';

interface Props {
  readonly value: readonly string[];
  /** Roles that cannot be removed here. */
  readonly kept: readonly string[];
  change(roles: string[]): void;
}

/** The roles of a user, each with what it allows. Nobody can give or take a role that allows more than they may do themselves. */
export function RoleChoice({ value, kept, change }: Props) {
  const texts = useUserTexts();
  const { roles: builtIn } = usePermissionTexts();
  const { user } = useSession();
  const { data: roles = [] } = useQuery(rolesQuery);
  return (
    <Checkbox.Group label={texts.rolesLabel} value={[...value]} onChange={change}>
      <Stack gap={6} mt={6}>
        {roles.map(({ name, description, permissions }) => {
          const isBeyond = permissions.some((permission) => !user.permissions.includes(permission));
          const may = builtIn[name]?.[1] ?? description ?? '';
          return (
            <Checkbox
              key={name}
              value={name}
              label={builtIn[name]?.[0] ?? name}
              description={isBeyond ? `${may} ${texts.roleBeyond}` : may}
              disabled={kept.includes(name) || isBeyond}
            />
          );
        })}
      </Stack>
    </Checkbox.Group>
  );
}
