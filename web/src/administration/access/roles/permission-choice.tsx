import { Checkbox, Stack } from '@mantine/core';
import { useSession } from '../../../session/session.ts';
import { type Area, areas, usePermissionTexts } from '../permission-texts.ts';
import { useRoleTexts } from './texts.ts';

interface Props {
  readonly value: readonly string[];
  /** True for a role that cannot be changed. */
  readonly fixed: boolean;
  change(permissions: string[]): void;
}

/** All permissions by area, each with a sentence. Nobody can give or take what they do not have themselves. */
export function PermissionChoice({ value, fixed, change }: Props) {
  const texts = useRoleTexts();
  const { areas: names, may } = usePermissionTexts();
  const { user } = useSession();
  const isMine = (permission: string): boolean => user.permissions.includes(permission);
  return (
    <Checkbox.Group label={texts.permissions} value={[...value]} onChange={change}>
      {(Object.keys(areas) as Area[]).map((area) => (
        <fieldset key={area} className="permission-area">
          <legend>{names[area]}</legend>
          <Stack gap={6}>
            {areas[area].map((permission) => (
              <Checkbox
                key={permission}
                value={permission}
                label={permission}
                description={isMine(permission) || fixed ? may[permission] : `${may[permission]} ${texts.notYours}`}
                disabled={fixed || !isMine(permission)}
              />
            ))}
          </Stack>
        </fieldset>
      ))}
    </Checkbox.Group>
  );
}
