import { lazy, Suspense, useRef } from 'react';
import { createPortal } from 'react-dom';
import type { CardOf } from '../../job-card/query.ts';
import './hover-card.css';
import { type Hovered, placeBeside } from './place-beside.ts';
import { useHovered } from './use-hovered.ts';

const JobCard = lazy(() => import('../../job-card/job-card.tsx').then((file) => ({ default: file.JobCard })));

const cardOf = ({ kind, id }: Hovered): CardOf => (kind === 'task' ? { task: id } : { appointment: id });

/** The job card beside the bar or the row under the pointer, after a moment. */
export function HoverCard() {
  const card = useRef<HTMLDivElement>(null);
  const hovered = useHovered(card);
  if (!hovered) return null;
  const { left, top, bottom, maxHeight } = placeBeside(hovered, {
    width: window.innerWidth,
    height: window.innerHeight,
  });
  return createPortal(
    <div
      ref={card}
      className="hover-card"
      role="tooltip"
      style={{ left, maxHeight, ...(top === undefined ? { bottom } : { top }) }}
    >
      <Suspense>
        <JobCard of={cardOf(hovered)} withHead isShort />
      </Suspense>
    </div>,
    document.body,
  );
}
