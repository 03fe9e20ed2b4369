import { RecordPage } from '../record-editor/record-page.tsx';
import { useAdministrationTexts } from '../texts.ts';
import { actions } from './other-kinds.ts';
import { useRecordTexts } from './texts.ts';

export function Section() {
  const texts = useRecordTexts().actions;
  const { sections } = useAdministrationTexts();
  return (
    <RecordPage
      title={sections.actions}
      hint={texts.hint}
      empty={texts.empty}
      kind={actions}
      start={{ uriType: 1, default: false, requestType: 1 }}
      fields={[
        { name: 'uri', label: texts.uri, hint: texts.uriHint, kind: 'text', max: 1000, required: true },
        { name: 'description', label: texts.description, kind: 'text', max: 255 },
        {
          name: 'uriType',
          label: texts.place,
          kind: 'choice',
          required: true,
          choices: texts.places.map((text, value) => ({ value, text })),
        },
        {
          name: 'requestType',
          label: texts.request,
          kind: 'choice',
          choices: [
            { value: 1, text: texts.opens },
            { value: 2, text: texts.sends },
          ],
        },
        { name: 'default', label: texts.default, kind: 'flag' },
        { name: 'sourceApp', label: texts.sourceApp, hint: texts.sourceAppHint, kind: 'text', max: 30, formOnly: true },
        { name: 'sourceType', label: texts.sourceType, kind: 'text', max: 10, formOnly: true },
      ]}
    />
  );
}
