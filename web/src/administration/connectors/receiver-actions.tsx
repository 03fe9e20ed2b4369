import { Button, Menu } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useConfirm } from '../../kit/use-confirm.tsx';
import { useNotify } from '../../kit/use-notify.ts';
import type { Connector, Receiver, Sending } from './receivers.ts';
import { useConnectorTexts } from './texts.ts';
import { useTestEvent } from './use-test-event.ts';

interface Props {
  readonly receiver: Receiver;
  readonly sending: Sending | undefined;
  readonly show: (receiver: Receiver) => void;
  readonly edit: (connector: Connector) => void;
  readonly showSecret: (secret: string) => void;
}

/** The actions of one receiver. */
export function ReceiverActions({ receiver, sending, show, edit, showSecret }: Props) {
  const texts = useConnectorTexts();
  const { ask, dialog } = useConfirm();
  const acts = useReceiverActs(receiver, showSecret);
  const test = useTestEvent(receiver);
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button size="compact-xs" variant="default" aria-label={texts.actionsOf(receiver.name)}>
            •••
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => show(receiver)}>{texts.deliveries}</Menu.Item>
          <Menu.Item onClick={() => test.mutate()}>{texts.test}</Menu.Item>
          {sending?.paused || sending?.suspended ? (
            <Menu.Item onClick={() => acts.resume.mutate()}>{texts.resume}</Menu.Item>
          ) : (
            <Menu.Item onClick={() => acts.pause.mutate()}>{texts.pause}</Menu.Item>
          )}
          {receiver.kind === 'connector' && (
            <Menu.Item onClick={() => edit(receiver.connector)}>{texts.edit}</Menu.Item>
          )}
          <Menu.Item
            onClick={() =>
              ask({
                title: texts.confirmSecret,
                body: texts.confirmSecretBody,
                yes: texts.newSecret,
                act: () => acts.secret.mutate(),
              })
            }
          >
            {texts.newSecret}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            color="red"
            onClick={() =>
              ask({
                title: texts.confirmEnd(receiver.name),
                body: texts.confirmEndBody,
                yes: texts.end,
                act: () => acts.end.mutate(),
              })
            }
          >
            {texts.end}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {dialog}
    </>
  );
}

function useReceiverActs(receiver: Receiver, showSecret: (secret: string) => void) {
  const texts = useConnectorTexts();
  const notify = useNotify();
  const queries = useQueryClient();
  const common = {
    onError: notify.error,
    onSettled: () => queries.invalidateQueries({ queryKey: ['receivers'] }),
  };
  return {
    pause: useMutation({ ...common, mutationFn: receiver.pause, onSuccess: () => notify.success(texts.paused) }),
    resume: useMutation({ ...common, mutationFn: receiver.resume, onSuccess: () => notify.success(texts.resumed) }),
    end: useMutation({ ...common, mutationFn: receiver.end, onSuccess: () => notify.success(texts.ended) }),
    secret: useMutation({ ...common, mutationFn: receiver.secret, onSuccess: ({ secret }) => showSecret(secret) }),
  };
}
