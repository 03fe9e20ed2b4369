import { safeColor } from '../../board/contrast.ts';
import { RecordPage } from '../record-editor/record-page.tsx';
import { useAdministrationTexts } from '../texts.ts';
import { useIndicatorTexts } from './indicator-texts.ts';
import { pins } from './indicators.ts';
import './bar-preview.css';

const Marker = ({ color }: { color: string | null | undefined }) => (
  <svg width={22} height={26} viewBox="0 0 22 26" aria-hidden="true">
    <path
      d="M11 1a10 10 0 0 0-10 10c0 7 10 14 10 14s10-7 10-14A10 10 0 0 0 11 1z"
      fill={safeColor(color)}
      stroke="var(--ink)"
    />
    <circle cx="11" cy="11" r="3.5" fill="var(--pin-edge)" />
  </svg>
);

export function Section() {
  const texts = useIndicatorTexts();
  const { sections } = useAdministrationTexts();
  return (
    <RecordPage
      title={sections.pins}
      hint={texts.pins.hint}
      empty={texts.pins.empty}
      kind={pins}
      start={{ color: '#1971c2' }}
      fields={[
        { name: 'name', label: texts.name, kind: 'text', max: 100, required: true },
        { name: 'color', label: texts.color, kind: 'color' },
      ]}
      columns={[{ name: texts.onMap, show: ({ color }) => <Marker color={color} /> }]}
      preview={({ color }) => (
        <div className="bar-previews">
          <Marker color={color} />
        </div>
      )}
    />
  );
}
