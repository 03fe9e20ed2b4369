import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DataTable } from '../../kit/data-table.tsx';
import { LinkButton } from '../../kit/link-button.tsx';
import { ReceiverActions } from './receiver-actions.tsx';
import {
  allSendings,
  type Connector,
  type Receiver,
  type ReceiverState,
  type Sending,
  unsupportedReasonOf,
} from './receivers.ts';
import { SendingState } from './sending-state.tsx';
import { useStateTexts } from './state-texts.ts';
import { useConnectorTexts } from './texts.ts';

const LOOK_MS = 5000;

interface Shown {
  readonly receiver: Receiver;
  readonly sending: Sending | undefined;
}

/** All receivers with their state, which the service reports for all of them at once. */
export function ReceiverTable({
  receivers,
  show,
  edit,
  showSecret,
}: {
  receivers: readonly Receiver[];
  show: (receiver: Receiver) => void;
  edit: (connector: Connector) => void;
  showSecret: (secret: string) => void;
}) {
  const texts = useConnectorTexts();
  const states = useStateTexts();
  const [state, setState] = useState<ReceiverState | 'all'>('all');
  const { data: sendings } = useQuery({
    queryKey: ['receivers', 'sending'],
    queryFn: allSendings,
    refetchInterval: LOOK_MS,
  });
  const all: Shown[] = receivers.map((receiver) => ({ receiver, sending: sendings?.get(receiver.key) }));
  const rows = all.filter(({ sending }) => state === 'all' || sending?.state === state);
  return (
    <>
      {receivers.length > 1 && <StateFilter shown={all} value={state} onChange={setState} />}
      <DataTable
        label={texts.title}
        rows={rows}
        keyOf={({ receiver }) => receiver.key}
        empty={receivers.length === 0 ? texts.none : states.noneMatches}
        columns={[
          {
            name: texts.name,
            by: ({ receiver }) => receiver.name,
            show: ({ receiver }) => (
              <LinkButton onClick={() => show(receiver)}>
                <bdi className="log-clamp">{receiver.name}</bdi>
              </LinkButton>
            ),
          },
          {
            name: texts.kind,
            by: ({ receiver }) => receiver.kind,
            show: ({ receiver }) => (receiver.kind === 'webhook' ? texts.events[receiver.event] : texts.connector),
          },
          {
            name: texts.sourceApp,
            by: ({ receiver }) => receiver.sourceApp,
            show: ({ receiver }) => <bdi>{receiver.sourceApp ?? texts.anySource}</bdi>,
          },
          { name: texts.address, show: ({ receiver }) => <bdi className="log-clamp">{receiver.address}</bdi> },
          {
            name: texts.state,
            show: ({ receiver, sending }) =>
              sending && <SendingState sending={sending} unsupported={unsupportedReasonOf(receiver)} />,
          },
          { name: texts.waiting, align: 'right', show: ({ sending }) => sending?.waiting },
          { name: texts.dead, align: 'right', show: ({ sending }) => sending?.dead },
          {
            name: '',
            align: 'right',
            show: ({ receiver, sending }) => (
              <ReceiverActions receiver={receiver} sending={sending} show={show} edit={edit} showSecret={showSecret} />
            ),
          },
        ]}
      />
    </>
  );
}

/** Offers the states that occur, with the number of receivers in each. */
function StateFilter({
  shown,
  value,
  onChange,
}: {
  shown: readonly Shown[];
  value: ReceiverState | 'all';
  onChange: (state: ReceiverState | 'all') => void;
}) {
  const texts = useStateTexts();
  const counts = new Map<ReceiverState, number>();
  for (const { sending } of shown) if (sending) counts.set(sending.state, (counts.get(sending.state) ?? 0) + 1);
  // The chosen one stays when its last receiver changes.
  if (value !== 'all' && !counts.has(value)) counts.set(value, 0);
  return (
    <NativeSelect
      size="xs"
      mb="sm"
      w={220}
      label={texts.filter}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value as ReceiverState | 'all')}
      data={[
        { value: 'all', label: texts.all },
        ...[...counts].map(([state, count]) => ({ value: state, label: `${texts.states[state]} (${count})` })),
      ]}
    />
  );
}
