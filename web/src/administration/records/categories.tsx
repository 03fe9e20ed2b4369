import { useQuery } from '@tanstack/react-query';
import type { Schemas } from '../../api/schema.ts';
import type { Draft } from '../record-editor/record-kind.ts';
import { RecordPage } from '../record-editor/record-page.tsx';
import { useAdministrationTexts } from '../texts.ts';
import { BarPreview } from './bar-preview.tsx';
import { BarColorNotes } from './color-notes.tsx';
import { useIndicatorTexts } from './indicator-texts.ts';
import { categories } from './indicators.ts';

type Category = Schemas['Category'];

export function Section() {
  const texts = useIndicatorTexts();
  const { sections } = useAdministrationTexts();
  const { data: all = [] } = useQuery({ queryKey: ['administration', categories.name], queryFn: categories.list });
  const textOf = ({ displayName, name }: Draft<Category>): string => displayName || name || texts.sample;
  return (
    <RecordPage
      title={sections.categories}
      hint={texts.categories.hint}
      empty={texts.categories.empty}
      kind={categories}
      start={{ color: '#1971c2' }}
      fields={[
        { name: 'name', label: texts.name, kind: 'text', max: 100, required: true },
        { name: 'displayName', label: texts.displayName, kind: 'text', max: 100, required: true },
        { name: 'color', label: texts.color, kind: 'color', required: true },
      ]}
      columns={[{ name: texts.look, show: (row) => <BarPreview text={textOf(row)} color={row.color} /> }]}
      preview={(draft) => (
        <>
          <div className="bar-previews">
            <BarPreview text={textOf(draft)} color={draft.color} />
            <BarPreview text={texts.sample} color={draft.color} />
          </div>
          <BarColorNotes
            color={draft.color}
            others={all
              .filter(({ name }) => name !== draft.name)
              .map((each) => ({ name: textOf(each), color: each.color }))}
          />
        </>
      )}
    />
  );
}
