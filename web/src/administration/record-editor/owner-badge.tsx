import { backOfficeOf, type Stored } from './record-kind.ts';
import { useEditorTexts } from './texts.ts';
import './record-editor.css';

/** The system that will overwrite a record; nothing for records that users maintain. */
export function OwnerBadge({ row }: { row: Stored }) {
  const texts = useEditorTexts();
  const owner = backOfficeOf(row);
  return owner === undefined ? null : (
    <span className="record-owner" title={texts.owned(owner)}>
      {owner}
    </span>
  );
}
