import { Table } from '@mantine/core';
import { useLocale } from '../i18n/language.ts';
import { numberText } from '../i18n/number-text.ts';
import { Card } from '../kit/page.tsx';
import type { Proposal } from '../proposal/run.ts';
import { useRunTexts } from '../proposal/run-texts.ts';

type Name = keyof ReturnType<typeof useRunTexts>['figures'];

interface Line {
  readonly name: Name;
  /** Whether less or more is better; neither for hours of work. */
  readonly better: 'more' | 'less' | 'neither';
  readonly digits: number;
  /** Hidden where there is no travel and nothing planned moves. */
  readonly ofVisits?: true;
}

const LINES: readonly Line[] = [
  { name: 'served', better: 'more', digits: 0 },
  { name: 'unassigned', better: 'less', digits: 0 },
  { name: 'km', better: 'less', digits: 0, ofVisits: true },
  { name: 'travelHours', better: 'less', digits: 1, ofVisits: true },
  { name: 'workHours', better: 'neither', digits: 1 },
  { name: 'lateHours', better: 'less', digits: 1 },
  { name: 'overtimeHours', better: 'less', digits: 1, ofVisits: true },
  { name: 'workingHours', better: 'less', digits: 1, ofVisits: true },
  { name: 'balance', better: 'less', digits: 1 },
  { name: 'unwanted', better: 'less', digits: 0, ofVisits: true },
  { name: 'changed', better: 'neither', digits: 0, ofVisits: true },
];

/** Figures of the plan before and after, each marked as better or worse. */
export function BeforeAfter({ proposal, isVisits }: { proposal: Proposal; isVisits: boolean }) {
  const texts = useRunTexts();
  const { locale } = useLocale();
  return (
    <Card title={texts.beforeAfter}>
      <Table verticalSpacing={4} horizontalSpacing="sm" aria-label={texts.beforeAfter} className="opt-figures">
        <Table.Thead>
          <Table.Tr>
            <Table.Td />
            <Table.Th ta="right">{texts.before}</Table.Th>
            <Table.Th ta="right">{texts.after}</Table.Th>
            <Table.Th ta="right">{texts.difference}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {LINES.filter(({ ofVisits }) => isVisits || !ofVisits).map(({ name, better, digits }) => {
            const [before, after] = [proposal.before[name], proposal.after[name]];
            // A run of an earlier version does not have all of them.
            if (before === undefined || after === undefined) return null;
            const format = (value: number, sign: 'auto' | 'exceptZero' = 'auto'): string =>
              numberText(locale, value, digits, sign);
            const verdict = verdictOf(before, after, better, digits);
            return (
              <Table.Tr key={name}>
                <Table.Th scope="row" className="opt-figure">
                  {texts.figures[name]}
                </Table.Th>
                <Table.Td ta="right">{format(before)}</Table.Td>
                <Table.Td ta="right">{format(after)}</Table.Td>
                <Table.Td ta="right" className={`opt-${verdict}`}>
                  {verdict !== 'same' && format(after - before, 'exceptZero')}{' '}
                  {(verdict === 'better' || verdict === 'worse') && (
                    <>
                      <span aria-hidden="true">{verdict === 'better' ? '✓' : '✗'}</span> {texts[verdict]}
                    </>
                  )}
                  {verdict === 'same' && texts.same}
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
      {isVisits && <p className="opt-hint">{texts.travel[proposal.travel]}</p>}
      {proposal.warnings.map((warning) => (
        <p key={warning} className="opt-hint" dir="auto">
          {warning.slice(0, 500)}
        </p>
      ))}
    </Card>
  );
}

function verdictOf(
  before: number,
  after: number,
  better: Line['better'],
  digits: number,
): 'better' | 'worse' | 'same' | 'other' {
  if (before.toFixed(digits) === after.toFixed(digits)) return 'same';
  if (better === 'neither') return 'other';
  return after > before === (better === 'more') ? 'better' : 'worse';
}
