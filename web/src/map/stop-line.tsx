import { inkOn, safeColor } from '../board/contrast.ts';
import { useFormat } from '../kit/use-format.ts';
import { type MapVisit, pinOf } from '../map-view/scene.ts';

interface Props {
  readonly visit: MapVisit;
  /** Its position in the route. */
  readonly number?: number;
  readonly color: string;
  readonly selected: string | undefined;
  onSelect(id: string): void;
}

/** An appointment in a list, with its pin. */
export function StopLine({ visit, number, color, selected, onSelect }: Props) {
  const format = useFormat();
  const background = safeColor(color);
  return (
    <button
      type="button"
      className="map-line"
      aria-current={selected === pinOf.visit(visit)}
      onClick={() => onSelect(pinOf.visit(visit))}
    >
      <span className="map-number" style={{ background, color: inkOn(background) }}>
        {number}
      </span>
      <span className="map-line-main">
        <span className="map-line-name" dir="auto">
          {(visit.subject ?? visit.jobNo ?? '').slice(0, 200)}
        </span>
        <span className="map-line-more" dir="auto">
          {[visit.customerName, visit.address].filter(Boolean).join(' · ').slice(0, 200)}
        </span>
      </span>
      <span className="map-line-end">
        {format.clock(visit.start)}
        <span>{format.clock(visit.end)}</span>
      </span>
    </button>
  );
}
