import { languages } from '../../i18n/language.ts';
import { RecordPage } from '../record-editor/record-page.tsx';
import { useAdministrationTexts } from '../texts.ts';
import { captions } from './other-kinds.ts';
import { SHOWN_FIELDS } from './shown-fields.ts';
import { useRecordTexts } from './texts.ts';

const CONTEXTS = [6, 1, 2, 3, 7, 10, 11, 12, 13, 14] as const;

export function Section() {
  const texts = useRecordTexts().captions;
  const { sections } = useAdministrationTexts();
  return (
    <RecordPage
      title={sections.captions}
      hint={texts.hint}
      empty={texts.empty}
      kind={captions}
      start={{ context: 6 }}
      fields={[
        {
          name: 'fieldName',
          label: texts.fieldName,
          hint: texts.fieldNameHint,
          kind: 'text',
          max: 255,
          required: true,
          suggestions: SHOWN_FIELDS,
        },
        {
          name: 'language',
          label: texts.language,
          hint: texts.languageHint,
          kind: 'choice',
          choices: Object.entries(languages).map(([value, text]) => ({ value, text })),
        },
        { name: 'text', label: texts.text, kind: 'text', max: 100, required: true },
        {
          name: 'context',
          label: texts.context,
          kind: 'choice',
          required: true,
          choices: CONTEXTS.map((value) => ({ value, text: texts.contexts[value] })),
        },
        { name: 'sourceTable', label: texts.sourceTable, kind: 'text', max: 255, formOnly: true },
      ]}
      columns={[
        {
          name: texts.seen,
          show: ({ fieldName }) =>
            SHOWN_FIELDS.some((field) => field.toLowerCase() === fieldName?.toLowerCase())
              ? texts.seenHere
              : texts.seenElsewhere,
        },
      ]}
    />
  );
}
