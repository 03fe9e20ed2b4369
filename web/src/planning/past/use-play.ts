import { useEffect, useState } from 'react';
import { nextFrame, type Play, playFrom } from './moments.ts';

/** How long a moment is shown at least. */
const FRAME_MS = 350;

interface Shown {
  readonly at: number;
  /** The board shows this moment. */
  readonly isDrawn: boolean;
  readonly hasFailed: boolean;
  present(): number;
  onMoment(at: number): void;
}

/** Goes forward to the present by itself. The next moment follows when the board shows the one before. */
export function usePlay({ at, isDrawn, hasFailed, present, onMoment }: Shown) {
  const [play, setPlay] = useState<Play>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `onMoment` is a new function on every render, with the same effect
  useEffect(() => {
    if (!play || !isDrawn) return;
    const next = nextFrame(at, play);
    if (next === undefined) {
      setPlay(undefined);
      return;
    }
    let frame = 0;
    const timer = setTimeout(() => {
      frame = requestAnimationFrame(() => onMoment(next));
    }, FRAME_MS);
    return () => {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
    };
  }, [play, at, isDrawn]);
  useEffect(() => {
    if (hasFailed) setPlay(undefined);
  }, [hasFailed]);
  return {
    isPlaying: play !== undefined,
    start: (): void => setPlay(playFrom(at, present())),
    pause: (): void => setPlay(undefined),
  };
}
