import { useLayoutEffect, useRef } from 'react';
import { safeColor } from '../../board/contrast.ts';
import { paintOf } from '../../board/paint.ts';
import './bar-preview.css';

interface Props {
  readonly text: string;
  readonly color: string | null | undefined;
  readonly markerColor?: string | null | undefined;
}

const PLAIN = { notification: null, warnings: [], locked: false, isImportant: false, resources: [] };

/** A bar as the planning board paints it. */
export function BarPreview({ text, color, markerColor = null }: Props) {
  const element = useRef<HTMLDivElement>(null);
  const bar = { ...PLAIN, color: safeColor(color), markerColor: markerColor ? safeColor(markerColor) : null };
  const { className, css } = paintOf(bar, true);
  useLayoutEffect(() => {
    if (element.current) element.current.style.cssText = css;
  }, [css]);
  return (
    <div ref={element} className={`${className} bar-preview`}>
      {text}
    </div>
  );
}
