import { Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { StoredLink } from '../kit/stored-link.tsx';
import { useMay } from '../session/may.ts';
import { type ActionsOf, actionsQuery, type JobAction } from './query.ts';
import { useActionTexts } from './texts.ts';
import { useRunAction } from './use-run-action.ts';

interface Props {
  readonly of: ActionsOf;
  /** Says that there are none, in a menu that would be empty. */
  readonly saysNone?: boolean;
}

/** The actions of a record as entries of a menu. Links open in a tab of their own; the service sends the others. */
export function ActionItems({ of, saysNone = false }: Props) {
  const texts = useActionTexts();
  const run = useRunAction(of);
  const mark = useMay()('menu.action');
  const { data = [], isSuccess } = useQuery(actionsQuery(of));
  const shown = data.filter(({ request }) => request === 'GET' || mark);
  if (shown.length === 0) return saysNone && isSuccess ? <Menu.Label>{texts.none}</Menu.Label> : null;
  return (
    <>
      <Menu.Divider />
      <Menu.Label>{texts.actions}</Menu.Label>
      {shown.map((action) =>
        action.uri === null ? (
          <Menu.Item key={action.id} {...mark} onClick={() => void run(action)}>
            <Name action={action} />
          </Menu.Item>
        ) : (
          <LinkItem key={action.id} action={action} uri={action.uri} />
        ),
      )}
    </>
  );
}

const LinkItem = ({ action, uri }: { readonly action: JobAction; readonly uri: string }) => (
  <Menu.Item renderRoot={(props) => <StoredLink {...props} uri={uri} isForeign />}>
    <Name action={action} />
  </Menu.Item>
);

const Name = ({ action: { description, default: isDefault } }: { readonly action: JobAction }) => (
  <span dir="auto" style={isDefault ? { fontWeight: 600 } : undefined}>
    {description.slice(0, 80)}
  </span>
);
