import { useSay } from '../../../kit/use-say.ts';
import { State, type Tone } from '../state.tsx';
import { type Sending, stateOf } from './receivers.ts';
import { useConnectorTexts } from './texts.ts';

const tones: Readonly<Record<ReturnType<typeof stateOf>, Tone>> = {
  healthy: 'good',
  retrying: 'wait',
  paused: 'calm',
  suspended: 'bad',
  dead: 'bad',
  off: 'calm',
};

/** How sending to a receiver goes, and why where it does not go well. */
export function SendingState({ sending }: { sending: Sending }) {
  const texts = useConnectorTexts();
  const say = useSay();
  const state = stateOf(sending);
  return (
    <>
      <State tone={tones[state]}>{texts.states[state]}</State>{' '}
      {sending.suspendedAt && (
        <>
          <span className="operations-soft">{texts.suspendedSince(say.moment(sending.suspendedAt))}</span>{' '}
          <bdi className="operations-soft operations-clamp">{sending.failingReason}</bdi>
        </>
      )}
      {sending.failures > 0 && !sending.suspended && (
        <span className="operations-soft">{texts.failuresInRow(sending.failures)}</span>
      )}
      {sending.pauseReason && <bdi className="operations-soft operations-clamp">{sending.pauseReason}</bdi>}
    </>
  );
}
