import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ImportKindName } from '../../api/import-kinds.ts';
import { importKinds } from '../../api/import-kinds.ts';
import { datePreferences } from '../../dates/preferences.ts';
import { notationOf } from '../../dates/typed.ts';
import { useLocale } from '../../i18n/language.ts';
import { Page } from '../../kit/page.tsx';
import { useCaptions } from '../../kit/use-captions.ts';
import type { FileTable } from './cells.ts';
import { ColumnsCard } from './columns-card.tsx';
import type { Formats } from './convert-cell.ts';
import { FileCard } from './file-card.tsx';
import { guessMapping } from './guess-mapping.ts';
import { type Mapping, mappingOf } from './mapping.ts';
import { rememberChoice, rememberedChoice } from './remembered-choice.ts';
import { RunCard } from './run-card.tsx';
import { mappingsQuery, SavedMappings } from './saved-mappings.tsx';
import { useFileImportTexts } from './texts.ts';
import { useOpenFile } from './use-open-file.ts';
import './file-import.css';

/** CSV and Excel files: choose, assign columns, check, import. */
export function Section() {
  const texts = useFileImportTexts();
  const usual = useUsualFormats();
  const guess = useGuess();
  const { data: saved = [] } = useQuery(mappingsQuery);
  const [choice, setChoice] = useState(rememberedChoice);
  const [mapping, setMapping] = useState<Mapping>({ columns: {}, fixed: {}, formats: usual, clears: false });
  const { kind } = choice;
  const nameOf = (of: ImportKindName): string | undefined => choice.mappings[importKinds[of].procedure];

  /** A saved mapping wins over a guess, unless it is for a file with other columns. */
  const mapped = (of: ImportKindName, { columns }: FileTable, content?: Readonly<Record<string, unknown>>): Mapping => {
    const kept = content && mappingOf(of, content, columns, usual);
    if (kept && Object.keys(kept.columns).length > 0) return kept;
    return { columns: guess(of, columns), fixed: mapping.fixed, formats: mapping.formats, clears: mapping.clears };
  };
  const contentOf = (of: ImportKindName) =>
    saved.find(({ name, procedure }) => name === nameOf(of) && procedure === importKinds[of].procedure)?.content;
  const file = useOpenFile((table) => {
    // The same columns again: the file was corrected, and stays assigned as it is.
    const isSame = file.table?.columns.join('\n') === table.columns.join('\n');
    setMapping(isSame ? { ...mapping } : mapped(kind, table, contentOf(kind)));
  });
  const choose = (next: typeof choice): void => {
    setChoice(next);
    rememberChoice(next);
  };
  const chooseMapping = (name: string | undefined, content?: Readonly<Record<string, unknown>>): void => {
    const { [importKinds[kind].procedure]: _, ...others } = choice.mappings;
    choose({ kind, mappings: name === undefined ? others : { ...others, [importKinds[kind].procedure]: name } });
    if (file.table && content) setMapping(mapped(kind, file.table, content));
  };
  return (
    <Page title={texts.title} hint={texts.hint}>
      <FileCard
        kind={kind}
        file={file}
        formats={mapping.formats}
        onKind={(next) => {
          choose({ ...choice, kind: next });
          if (file.table) setMapping({ ...mapped(next, file.table, contentOf(next)) });
        }}
      />
      {file.table && (
        <>
          <ColumnsCard kind={kind} table={file.table} mapping={mapping} onChange={setMapping}>
            <SavedMappings kind={kind} mapping={mapping} chosen={nameOf(kind)} onChoose={chooseMapping} />
          </ColumnsCard>
          <RunCard kind={kind} table={file.table} mapping={mapping} />
        </>
      )}
    </Page>
  );
}

/** Columns by their names, and by the captions of the tenant. */
function useGuess(): (kind: ImportKindName, columns: readonly string[]) => Readonly<Record<string, string>> {
  const caption = useCaptions();
  return (kind, columns) => guessMapping(kind, columns, (property) => caption(property, '') || undefined);
}

/** Dates and decimals as the user or the tenant writes them. */
function useUsualFormats(): Formats {
  const { locale } = useLocale();
  const decimal = new Intl.NumberFormat(locale).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value;
  return { dates: notationOf(locale, datePreferences().order).order, decimal: decimal === ',' ? ',' : '.' };
}
