import { Checkbox } from '@mantine/core';
import type { Column } from '../../kit/data-table.tsx';
import { LinkButton } from '../../kit/link-button.tsx';
import { useFormat } from '../../kit/use-format.ts';
import { useLogTexts } from '../log/texts.ts';
import { DeliveryState } from './delivery-state.tsx';
import { useDeliveryTexts } from './delivery-texts.ts';
import type { Delivery } from './receivers.ts';

/** The selected deliveries. */
export interface Choice {
  readonly chosen: ReadonlySet<string>;
  readonly choose: (chosen: ReadonlySet<string>) => void;
}

export function useDeliveryColumns(
  { chosen, choose }: Choice,
  open: (id: string) => void,
): readonly Column<Delivery>[] {
  const texts = useDeliveryTexts();
  const common = useLogTexts();
  const format = useFormat();
  const toggle = (id: string): void => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    choose(next);
  };
  return [
    {
      name: ' ',
      show: ({ id, status }) => (
        <Checkbox
          size="xs"
          aria-label={texts.choose(id)}
          disabled={status === 'waiting'}
          checked={chosen.has(id)}
          onChange={() => toggle(id)}
        />
      ),
    },
    {
      name: texts.record,
      show: ({ id, entity, recordId, action }) => (
        <LinkButton onClick={() => open(id)}>{`${entity} ${recordId} ${texts.actions[action]}`}</LinkButton>
      ),
    },
    { name: texts.change, align: 'right', show: ({ change }) => change },
    { name: common.when, show: ({ createdAt }) => format.moment(createdAt) },
    { name: texts.status, show: ({ status }) => <DeliveryState status={status} /> },
    { name: texts.attempts, align: 'right', show: ({ attemptCount }) => attemptCount },
    { name: texts.lastAnswer, show: (delivery) => <LastAnswer delivery={delivery} /> },
    { name: texts.nextTry, show: ({ nextAttemptAt }) => nextAttemptAt && format.moment(nextAttemptAt) },
    { name: texts.ack, show: ({ ack, ackMessage }) => ack && `${texts.acks[ack]} ${ackMessage ?? ''}` },
  ];
}

/** The response to the most recent attempt. */
function LastAnswer({ delivery: { attempts } }: { delivery: Delivery }) {
  const texts = useDeliveryTexts();
  const last = attempts.at(-1);
  if (!last) return null;
  const text = last.status === null ? `${texts.noAnswer}: ${last.error ?? ''}` : `${last.status} ${last.answer ?? ''}`;
  return <bdi className="log-clamp">{text}</bdi>;
}
