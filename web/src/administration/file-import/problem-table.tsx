import { Button, Table } from '@mantine/core';
import { ApiError } from '../../api/client.ts';
import type { ImportKindName } from '../../api/import-kinds.ts';
import { saveFile } from '../../kit/export/save-file.ts';
import { useNotify } from '../../kit/use-notify.ts';
import type { RowProblem } from './calls.ts';
import type { FileTable } from './cells.ts';
import { errorFile } from './error-file.ts';
import { fieldOf } from './mapping.ts';
import { useFileImportTexts } from './texts.ts';
import { useFieldLabel } from './use-field-label.ts';

const MOST_SHOWN = 200;

interface Props {
  readonly kind: ImportKindName;
  readonly table: FileTable;
  readonly problems: readonly RowProblem[];
}

/** What is wrong in which row, and why. */
export function ProblemTable({ kind, table, problems }: Props) {
  const texts = useFileImportTexts();
  const labelOf = useFieldLabel();
  const notify = useNotify();
  const reasonOf = ({ reason }: RowProblem): string => {
    if ('cell' in reason) return texts.cells[reason.cell];
    const { code, message = '', parameter, parameters } = reason.result;
    if (code === undefined) return message;
    const result = { index: 0, procedure: '', outcome: 'rejected' as const, code, message };
    return notify.messageOf(
      new ApiError(400, {
        results: [{ ...result, ...(parameter ? { parameter } : {}), ...(parameters ? { parameters } : {}) }],
      }),
    );
  };
  const nameOf = (param: string | undefined): string => {
    const field = fieldOf(kind, param ?? '');
    return field ? labelOf(field) : (param ?? '');
  };
  const save = (): void =>
    saveFile(
      'errors.csv',
      errorFile(table, problems, { row: texts.row, reason: texts.reason }, reasonOf),
      'text/csv;charset=utf-8',
    );
  return (
    <>
      <Button size="xs" variant="default" mt="sm" onClick={save}>
        {texts.downloadErrors}
      </Button>
      {problems.length > MOST_SHOWN && <p>{texts.firstShown(MOST_SHOWN, problems.length)}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
      <section className="kit-table file-import-problems" tabIndex={0} aria-label={texts.problemList}>
        <Table verticalSpacing={4}>
          <Table.Thead>
            <Table.Tr>
              {[texts.row, texts.problemList, texts.column, texts.field, texts.value, texts.reason].map((name) => (
                <Table.Th key={name}>{name}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {problems.slice(0, MOST_SHOWN).map((problem, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a row can have the same problem twice, and the list never changes its order
              <Table.Tr key={`${problem.row} ${problem.param} ${at}`}>
                <Table.Td>{problem.row}</Table.Td>
                <Table.Td>{texts.severities[problem.severity]}</Table.Td>
                <Table.Td>
                  <bdi>{problem.column}</bdi>
                </Table.Td>
                <Table.Td>{nameOf(problem.param)}</Table.Td>
                <Table.Td>
                  <bdi>{problem.value.slice(0, 80)}</bdi>
                </Table.Td>
                <Table.Td>{reasonOf(problem)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
    </>
  );
}
