import { useFormat } from '../../kit/use-format.ts';
import { StatusBadge, type Tone } from '../log/status-badge.tsx';
import { type Sending, stateOf, type UnsupportedReason } from './receivers.ts';
import { useConnectorTexts } from './texts.ts';

const tones: Readonly<Record<ReturnType<typeof stateOf>, Tone>> = {
  healthy: 'good',
  retrying: 'wait',
  paused: 'calm',
  suspended: 'bad',
  dead: 'bad',
  off: 'calm',
};

/** The state of a receiver, with the error when it fails. */
export function SendingState({
  sending,
  unsupported,
}: {
  sending: Sending;
  unsupported?: UnsupportedReason | undefined;
}) {
  const texts = useConnectorTexts();
  const format = useFormat();
  const state = stateOf(sending);
  if (unsupported)
    return (
      <>
        <StatusBadge tone="bad">{texts.notDelivering}</StatusBadge>{' '}
        <span className="log-soft">{texts.unsupported[unsupported]}</span>
      </>
    );
  return (
    <>
      <StatusBadge tone={tones[state]}>{texts.states[state]}</StatusBadge>{' '}
      {sending.suspendedAt && (
        <>
          <span className="log-soft">{texts.suspendedSince(format.moment(sending.suspendedAt))}</span>{' '}
          <bdi className="log-soft log-clamp">{sending.failingReason}</bdi>
        </>
      )}
      {sending.failures > 0 && !sending.suspended && (
        <span className="log-soft">{texts.failuresInRow(sending.failures)}</span>
      )}
      {sending.pauseReason && <bdi className="log-soft log-clamp">{sending.pauseReason}</bdi>}
    </>
  );
}
