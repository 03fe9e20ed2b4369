import { useQuery } from '@tanstack/react-query';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { useFormat } from '../../kit/use-format.ts';
import { DetailDrawer } from '../log/detail-drawer.tsx';
import { Facts } from '../log/facts.tsx';
import { LongText } from '../log/long-text.tsx';
import { PayloadText } from '../log/payload-text.tsx';
import { DeliveryState } from './delivery-state.tsx';
import { useDeliveryTexts } from './delivery-texts.ts';
import type { Delivery, Receiver } from './receivers.ts';

const LOOK_MS = 3000;

/** One delivery: the result of every attempt, and the body. */
export function DeliveryDrawer({
  receiver,
  id,
  close,
}: {
  receiver: Receiver;
  id: string | undefined;
  close: () => void;
}) {
  const texts = useDeliveryTexts();
  const query = useQuery({
    queryKey: ['receivers', receiver.key, 'delivery', id],
    queryFn: () => receiver.delivery(id ?? ''),
    enabled: id !== undefined,
    refetchInterval: LOOK_MS,
  });
  return (
    <DetailDrawer title={texts.delivery} opened={id !== undefined} close={close}>
      {id !== undefined && <QueryBoundary query={query}>{(one) => <Whole one={one} />}</QueryBoundary>}
    </DetailDrawer>
  );
}

function Whole({ one }: { one: Delivery & { readonly body: string } }) {
  const texts = useDeliveryTexts();
  const format = useFormat();
  const state = <DeliveryState status={one.status} />;
  return (
    <>
      <Facts
        of={[
          [texts.status, state],
          [texts.record, `${one.entity} ${one.recordId} ${texts.actions[one.action]}`],
          [texts.change, one.change],
          ['webhook-id', one.id],
          [texts.made, format.moment(one.createdAt)],
          [texts.ended, one.endedAt && format.moment(one.endedAt)],
          [texts.nextTry, one.nextAttemptAt && format.moment(one.nextAttemptAt)],
          [texts.ack, one.ack && `${texts.acks[one.ack]} ${one.ackMessage ?? ''}`],
        ]}
      />
      <h3 className="log-part">{texts.newestAttempts}</h3>
      <table className="log-fields" aria-label={texts.newestAttempts}>
        <thead>
          <tr>
            <th>{texts.attempts}</th>
            <th>{texts.answer}</th>
            <th style={{ width: '14%' }}>{texts.took}</th>
          </tr>
        </thead>
        <tbody>
          {one.attempts.toReversed().map(({ at, status, durationMs, error, answer }) => (
            <tr key={`${at} ${durationMs}`}>
              <td>{format.moment(at)}</td>
              <td>
                <LongText
                  text={[status ?? texts.noAnswer, status === null ? error : null, answer]
                    .filter((part) => part !== null && part !== '')
                    .join(' · ')}
                />
              </td>
              <td>{durationMs} ms</td>
            </tr>
          ))}
        </tbody>
      </table>
      <PayloadText label={texts.body} text={one.body} file={`delivery-${one.id}.json`} />
    </>
  );
}
