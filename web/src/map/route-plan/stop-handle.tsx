import type { KeyboardEvent, PointerEvent } from 'react';
import { Icon } from '../../frame/icons.tsx';
import { useMay } from '../../session/may.ts';
import { followDrag } from './follow-drag.ts';
import { useRoutePlanTexts } from './texts.ts';
import { moved } from './wish.ts';

interface Props {
  readonly name: string;
  readonly id: number;
  readonly order: readonly number[];
  onOrder(order: readonly number[]): void;
}

const OVER = 'map-stop-over';

/** Moves a stop within its day, with the mouse or the keyboard. */
export function StopHandle({ name, id, order, onOrder }: Props) {
  const texts = useRoutePlanTexts();
  const mark = useMay()('map.plan');
  if (!mark) return null;
  const own = order.indexOf(id);
  const moveTo = (index: number): void => {
    if (index !== own && index >= 0 && index < order.length) onOrder(moved(order, own, index));
  };
  const press = (event: PointerEvent<HTMLButtonElement>): void => {
    if (event.button !== 0) return;
    event.preventDefault();
    const list = event.currentTarget.closest('ol');
    const rows = [...(list?.querySelectorAll<HTMLElement>('[data-stop]') ?? [])];
    // On a stop before its own, it goes before that stop; on one behind it, behind that stop.
    const indexAt = (y: number): number =>
      rows.filter((row, i) => {
        const { top, bottom } = row.getBoundingClientRect();
        return i !== own && y > (i < own ? bottom : top);
      }).length;
    const mark = (index: number | undefined): void => {
      for (const [i, row] of rows.filter((_, at) => at !== own).entries()) {
        row.classList.toggle(`${OVER}-before`, i === index);
        row.classList.toggle(`${OVER}-after`, index === rows.length - 1 && i === rows.length - 2);
      }
    };
    const { currentTarget } = event;
    followDrag(event, {
      start: () => currentTarget.closest('li')?.classList.add('map-stop-dragged'),
      move: (_, y) => mark(indexAt(y)),
      end(at) {
        mark(undefined);
        for (const row of rows) row.classList.remove(`${OVER}-after`);
        currentTarget.closest('li')?.classList.remove('map-stop-dragged');
        if (at) moveTo(indexAt(at.y));
      },
    });
  };
  const key = (event: KeyboardEvent): void => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!event.altKey || step === undefined) return;
    event.preventDefault();
    moveTo(own + step);
  };
  return (
    <button
      type="button"
      className="map-handle"
      aria-label={texts.move(name.slice(0, 120))}
      title={texts.move(name.slice(0, 120))}
      onPointerDown={press}
      onKeyDown={key}
      {...mark}
    >
      <Icon name="grip" size={14} />
    </button>
  );
}
