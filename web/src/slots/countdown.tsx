import { useEffect, useState } from 'react';
import { useSlotTexts } from './texts.ts';

/** Minutes and seconds until a hold ends; then it calls back once. */
export function Countdown({ endsAt, onEnd }: { endsAt: number; onEnd: () => void }) {
  const texts = useSlotTexts();
  const [now, setNow] = useState(Date.now);
  const left = Math.max(0, Math.ceil((endsAt - now) / 1000));
  const isOver = left === 0;
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the countdown ends once; a later callback is not called
  useEffect(() => {
    if (isOver) onEnd();
  }, [isOver]);
  const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
  return (
    <span className="slot-left" role="timer">
      {texts.timeLeft(time)}
    </span>
  );
}
