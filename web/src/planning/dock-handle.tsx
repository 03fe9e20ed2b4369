import { useTexts } from '../i18n/language.ts';

const LEAST = 80;
const MOST = 600;

/** Resizes board and lower panel, by pointer or arrow keys. */
export function DockHandle({ height, onHeight }: { height: number; onHeight: (height: number) => void }) {
  const texts = useTexts();
  const bounded = (wanted: number): number => Math.round(Math.min(MOST, Math.max(LEAST, wanted)));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a movable separator is not an hr element
    <div
      className="dock-handle"
      role="separator"
      aria-orientation="horizontal"
      aria-label={texts.resizeDock}
      aria-valuenow={height}
      aria-valuemin={LEAST}
      aria-valuemax={MOST}
      tabIndex={0}
      onKeyDown={(event) => {
        if (event.key === 'ArrowUp') onHeight(bounded(height + 20));
        else if (event.key === 'ArrowDown') onHeight(bounded(height - 20));
      }}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId))
          onHeight(bounded(window.innerHeight - event.clientY));
      }}
    />
  );
}
