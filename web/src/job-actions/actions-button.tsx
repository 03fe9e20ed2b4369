import { Button, Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMay } from '../session/may.ts';
import { ActionItems } from './action-items.tsx';
import { type ActionsOf, actionsQuery } from './query.ts';
import { useActionTexts } from './texts.ts';

/** A button with the actions of a record, where there are some. */
export function ActionsButton({ of }: { readonly of: ActionsOf }) {
  const texts = useActionTexts();
  const mayRun = useMay()('menu.action') !== undefined;
  const { data = [] } = useQuery(actionsQuery(of));
  if (!data.some(({ request }) => request === 'GET' || mayRun)) return null;
  return (
    <Menu position="bottom-start" width={230} returnFocus>
      <Menu.Target>
        <Button size="compact-xs" variant="default">
          {texts.actions}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <ActionItems of={of} />
      </Menu.Dropdown>
    </Menu>
  );
}
