import { useQuery } from '@tanstack/react-query';
import { RecordPage } from '../record-editor/record-page.tsx';
import { useAdministrationTexts } from '../texts.ts';
import { BarPreview } from './bar-preview.tsx';
import { StripeNotes } from './color-notes.tsx';
import { useIndicatorTexts } from './indicator-texts.ts';
import { categories, timeMarkers } from './indicators.ts';

/** Enough to judge a stripe. */
const SHOWN_BARS = 8;

export function Section() {
  const texts = useIndicatorTexts();
  const { sections } = useAdministrationTexts();
  const { data: all = [] } = useQuery({ queryKey: ['administration', categories.name], queryFn: categories.list });
  const bars = all.length > 0 ? all : [{ name: texts.sample, displayName: texts.sample, color: '#1971c2' }];
  return (
    <RecordPage
      title={sections.timeMarkers}
      hint={texts.timeMarkers.hint}
      empty={texts.timeMarkers.empty}
      kind={timeMarkers}
      start={{ color: '#212529' }}
      fields={[
        { name: 'name', label: texts.name, kind: 'text', max: 100, required: true },
        { name: 'color', label: texts.color, kind: 'color' },
      ]}
      columns={[
        {
          name: texts.look,
          show: ({ name, color }) => <BarPreview text={name} color={bars[0]?.color} markerColor={color} />,
        },
      ]}
      preview={({ color }) => (
        <>
          <div className="bar-previews">
            {bars.slice(0, SHOWN_BARS).map((bar) => (
              <BarPreview key={bar.name} text={bar.displayName} color={bar.color} markerColor={color} />
            ))}
          </div>
          <StripeNotes color={color} bars={bars.map(({ displayName: name, color: bar }) => ({ name, color: bar }))} />
        </>
      )}
    />
  );
}
