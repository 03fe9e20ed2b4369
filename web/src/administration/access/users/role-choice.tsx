import { Checkbox, Stack } from '@mantine/core';
import { useUserTexts } from './texts.ts';

export const roles = ['admin', 'planner', 'timekeeper', 'viewer'] as const;
export type Role = (typeof roles)[number];

interface Props {
  readonly value: readonly string[];
  /** A role that cannot be removed here. */
  readonly kept: Role | undefined;
  change(roles: string[]): void;
}

/** The roles of a user, each with its permissions. */
export function RoleChoice({ value, kept, change }: Props) {
  const texts = useUserTexts();
  return (
    <Checkbox.Group label={texts.rolesLabel} value={[...value]} onChange={change}>
      <Stack gap={6} mt={6}>
        {roles.map((role) => (
          <Checkbox
            key={role}
            value={role}
            label={texts.roles[role]}
            description={texts.may[role]}
            disabled={role === kept}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
