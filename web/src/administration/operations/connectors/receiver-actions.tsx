import { Button, Menu } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useConfirm } from '../../../kit/confirm.tsx';
import { useTell } from '../../../kit/tell.ts';
import type { Connector, Receiver, Sending } from './receivers.ts';
import { useConnectorTexts } from './texts.ts';

interface Props {
  readonly receiver: Receiver;
  readonly sending: Sending | undefined;
  readonly show: (receiver: Receiver) => void;
  readonly edit: (connector: Connector) => void;
  readonly tellSecret: (secret: string) => void;
}

/** Everything that can be done with one receiver. */
export function ReceiverActions({ receiver, sending, show, edit, tellSecret }: Props) {
  const texts = useConnectorTexts();
  const { ask, dialog } = useConfirm();
  const acts = useReceiverActs(receiver, tellSecret);
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
          <Menu.Item onClick={() => acts.test.mutate()}>{texts.test}</Menu.Item>
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

function useReceiverActs(receiver: Receiver, tellSecret: (secret: string) => void) {
  const texts = useConnectorTexts();
  const tell = useTell();
  const queries = useQueryClient();
  const common = {
    onError: tell.refused,
    onSettled: () => queries.invalidateQueries({ queryKey: ['receivers'] }),
  };
  return {
    pause: useMutation({ ...common, mutationFn: receiver.pause, onSuccess: () => tell.done(texts.paused) }),
    resume: useMutation({ ...common, mutationFn: receiver.resume, onSuccess: () => tell.done(texts.resumed) }),
    end: useMutation({ ...common, mutationFn: receiver.end, onSuccess: () => tell.done(texts.ended) }),
    secret: useMutation({ ...common, mutationFn: receiver.secret, onSuccess: ({ secret }) => tellSecret(secret) }),
    test: useMutation({
      ...common,
      mutationFn: receiver.test,
      onSuccess: ({ delivered, status, durationMs, error, answer }) => {
        if (delivered) tell.done(texts.tested(status, durationMs));
        else tell.failed(texts.testFailed, error ?? `HTTP ${status} ${answer ?? ''}`);
      },
    }),
  };
}
