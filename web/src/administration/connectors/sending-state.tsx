import { useFormat } from '../../kit/use-format.ts';
import { StatusBadge, type Tone } from '../log/status-badge.tsx';
import type { ReceiverState, Sending, UnsupportedReason } from './receivers.ts';
import { useStateTexts } from './state-texts.ts';
import { useConnectorTexts } from './texts.ts';

const tones: Readonly<Record<ReceiverState, Tone>> = {
  neverUsed: 'calm',
  healthy: 'good',
  failing: 'bad',
  retrying: 'wait',
  failedDeliveries: 'bad',
  paused: 'calm',
  suspended: 'bad',
  disabled: 'calm',
  notSupported: 'bad',
};

/** What explains the error of the last attempt: it still matters, or nothing has succeeded since. */
const explained: ReadonlySet<ReceiverState> = new Set(['failing', 'retrying', 'failedDeliveries', 'neverUsed']);

/** The state of a receiver as the service reports it, since when, and the last error in plain words. */
export function SendingState({
  sending,
  unsupported,
}: {
  sending: Sending;
  unsupported?: UnsupportedReason | undefined;
}) {
  const texts = useStateTexts();
  const names = useConnectorTexts();
  const format = useFormat();
  const { state, lastError, failingSince, suspendedAt, lastSuccessAt, pauseReason, failingReason } = sending;
  const name =
    state === 'failing' && failingSince ? texts.failingSince(format.moment(failingSince)) : texts.states[state];
  return (
    <>
      <StatusBadge tone={tones[state]}>{name}</StatusBadge>{' '}
      {state === 'notSupported' && unsupported && <span className="log-soft">{names.unsupported[unsupported]}</span>}
      {state === 'suspended' && suspendedAt && (
        <>
          <span className="log-soft">{names.suspendedSince(format.moment(suspendedAt))}</span>{' '}
          <bdi className="log-soft log-clamp">{failingReason}</bdi>
        </>
      )}
      {state === 'paused' && pauseReason && <bdi className="log-soft log-clamp">{pauseReason}</bdi>}
      {state === 'healthy' && lastSuccessAt && (
        <span className="log-soft">{texts.lastSuccess(format.moment(lastSuccessAt))}</span>
      )}
      {lastError && explained.has(state) && <LastError {...lastError} />}
    </>
  );
}

function LastError({ at, reason, message }: NonNullable<Sending['lastError']>) {
  const texts = useStateTexts();
  const format = useFormat();
  return (
    <span className="log-soft log-clamp">
      {at && texts.lastError(format.moment(at))} {texts.reasons[reason]} <bdi>({message})</bdi>
    </span>
  );
}
