import { State, type Tone } from '../state.tsx';
import { type Sending, stateOf } from './receivers.ts';
import { useConnectorTexts } from './texts.ts';

const tones: Readonly<Record<ReturnType<typeof stateOf>, Tone>> = {
  healthy: 'good',
  retrying: 'wait',
  paused: 'calm',
  dead: 'bad',
  off: 'calm',
};

/** How sending to a receiver goes, and why where it does not go well. */
export function SendingState({ sending }: { sending: Sending }) {
  const texts = useConnectorTexts();
  const state = stateOf(sending);
  return (
    <>
      <State tone={tones[state]}>{texts.states[state]}</State>{' '}
      {sending.failures > 0 && <span className="operations-soft">{texts.failuresInRow(sending.failures)}</span>}
      {sending.pauseReason && <bdi className="operations-soft operations-clamp">{sending.pauseReason}</bdi>}
    </>
  );
}
