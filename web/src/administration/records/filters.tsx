import { useState } from 'react';
import { Card, Page } from '../../kit/page.tsx';
import { RecordPane } from '../record-editor/record-pane.tsx';
import { useAdministrationTexts } from '../texts.ts';
import { filterGroups, valuesOf } from './other-kinds.ts';
import { useRecordTexts } from './texts.ts';
import './filters.css';

/** Groups on the left, and on the right the values of the selected group. */
export function Section() {
  const texts = useRecordTexts().filters;
  const { sections } = useAdministrationTexts();
  const [group, setGroup] = useState<string>();
  return (
    <Page title={sections.filters} hint={texts.hint}>
      <div className="filter-panes">
        <RecordPane
          title={texts.groups}
          kind={filterGroups}
          empty={texts.noGroup}
          start={{ columnNo: 0, dataFilter: false }}
          chosen={group}
          choose={({ name }) => setGroup(name)}
          fields={[
            { name: 'name', label: texts.group, kind: 'text', max: 50, required: true },
            { name: 'columnNo', label: texts.columnNo, hint: texts.columnNoHint, kind: 'number', formOnly: true },
            { name: 'dataFilter', label: texts.dataFilter, hint: texts.dataFilterHint, kind: 'flag' },
          ]}
        />
        {group === undefined ? (
          <Card title={texts.values}>
            <div className="kit-note">{texts.choose}</div>
          </Card>
        ) : (
          <RecordPane
            key={group}
            title={texts.valuesOf(group)}
            kind={valuesOf(group)}
            empty={texts.noValue}
            start={{ group }}
            fields={[{ name: 'value', label: texts.value, kind: 'text', max: 100, required: true }]}
          />
        )}
      </div>
    </Page>
  );
}
