import { safeColor } from '../../board/contrast.ts';
import type { BoardStore } from '../board-store.ts';
import './print.css';
import { usePrintTexts } from './texts.ts';

/** On paper only: the colours of the categories and time markers. */
export function PrintLegend({ store }: { readonly store: BoardStore }) {
  const texts = usePrintTexts();
  const { categories, timeMarkers } = store;
  if (categories.length + timeMarkers.length === 0) return null;
  return (
    <div className="print-legend">
      <Part title={texts.categories} items={categories} className="swatch" />
      <Part title={texts.timeMarkers} items={timeMarkers} className="print-marker" />
    </div>
  );
}

interface PartProps {
  readonly title: string;
  readonly items: BoardStore['categories'];
  readonly className: string;
}

const Part = ({ title, items, className }: PartProps) =>
  items.length > 0 && (
    <div>
      <b>{title}</b>
      {items.map(({ name, displayName, color }) => (
        <span key={name} className="print-legend-item">
          <span className={className} style={{ background: safeColor(color) }} />
          {displayName || name}
        </span>
      ))}
    </div>
  );
