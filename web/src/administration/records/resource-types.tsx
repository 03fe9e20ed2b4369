import { RecordPage } from '../record-editor/record-page.tsx';
import { useAdministrationTexts } from '../texts.ts';
import { resourceTypes } from './other-kinds.ts';
import { useRecordTexts } from './texts.ts';

export function Section() {
  const texts = useRecordTexts().resourceTypes;
  const { sections } = useAdministrationTexts();
  return (
    <RecordPage
      title={sections.resourceTypes}
      hint={texts.hint}
      empty={texts.empty}
      kind={resourceTypes}
      start={{
        allowMultipleSelection: true,
        enableResourceSelection: true,
        selectionWithCertificate: false,
        hideClearFunction: false,
      }}
      fields={[
        { name: 'name', label: texts.name, kind: 'text', max: 100, required: true },
        { name: 'displayName', label: texts.displayName, kind: 'text', max: 100 },
        { name: 'enableResourceSelection', label: texts.selectable, kind: 'flag' },
        { name: 'allowMultipleSelection', label: texts.several, kind: 'flag' },
        { name: 'selectionWithCertificate', label: texts.certified, kind: 'flag' },
        { name: 'hideClearFunction', label: texts.hideClear, kind: 'flag', formOnly: true },
      ]}
    />
  );
}
