import { useLocale } from '../../i18n/language.ts';
import { numberText } from '../../i18n/number-text.ts';
import { sizeText } from '../../i18n/size-text.ts';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { Card } from '../../kit/page.tsx';
import { useFormat } from '../../kit/use-format.ts';
import { StatusBadge } from '../log/status-badge.tsx';
import type { Process } from './status-types.ts';
import { useStatusTexts } from './texts.ts';

/** The processes of the installation. */
export function Processes({ nodes }: { nodes: readonly Process[] }) {
  const texts = useStatusTexts();
  const columns = useColumns();
  return (
    <Card title={texts.processes}>
      <DataTable
        label={texts.processes}
        rows={nodes}
        columns={columns}
        keyOf={({ id }) => id}
        empty={texts.noProcesses}
      />
    </Card>
  );
}

function useColumns(): readonly Column<Process>[] {
  const texts = useStatusTexts();
  const { locale } = useLocale();
  const format = useFormat();
  const count = (value: number): string => numberText(locale, value);
  return [
    { name: texts.process, by: ({ name }) => name, show: ({ name }) => <bdi className="status-word">{name}</bdi> },
    {
      name: texts.state,
      by: ({ isRunning }) => Number(isRunning),
      show: ({ isRunning }) => (
        <StatusBadge tone={isRunning ? 'good' : 'bad'}>{isRunning ? texts.running : texts.gone}</StatusBadge>
      ),
    },
    { name: texts.roles, by: ({ roles }) => roles.join(', '), show: ({ roles }) => roles.join(', ') },
    { name: texts.version, by: ({ version }) => version, show: ({ version }) => version },
    { name: 'Node.js', show: ({ nodeVersion }) => <span className="status-word">{nodeVersion}</span> },
    { name: texts.started, show: ({ startedAt }) => format.moment(startedAt) },
    { name: texts.seen, show: ({ seenAt }) => format.moment(seenAt) },
    { name: texts.memory, align: 'right', show: ({ memoryBytes }) => sizeText(memoryBytes, locale) },
    { name: texts.lag, align: 'right', show: ({ eventLoopLagMs }) => `${count(eventLoopLagMs)} ms` },
    {
      name: texts.connections,
      align: 'right',
      show: ({ connections }) => texts.ofMost(count(connections.open), count(connections.limit)),
    },
    {
      name: texts.freeDisk,
      align: 'right',
      show: ({ disk }) =>
        disk ? texts.ofMost(sizeText(disk.freeBytes, locale), sizeText(disk.sizeBytes, locale)) : '–',
    },
  ];
}
