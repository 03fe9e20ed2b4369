import { Button, Checkbox, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { formatIn } from '../../dates/format.ts';
import { useLocale } from '../../i18n/language.ts';
import { Card } from '../../kit/page.tsx';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import type { Days } from '../../offline/merge.ts';
import { useMay } from '../../session/may.ts';
import { useSession } from '../../session/session.ts';
import { peopleQuery } from '../timesheets/people.ts';
import { isOwnEntry, moveFocus } from './decision-rules.ts';
import { useDecisionTexts } from './decision-texts.ts';
import { RejectDialog } from './reject-dialog.tsx';
import { type EntryToDecide, useDecisions } from './use-decisions.ts';
import './decisions.css';

/** The entries that wait for a decision: one by one, or several at once. */
export function DecisionList({ days }: { readonly days: Days }) {
  const texts = useDecisionTexts();
  const { user } = useSession();
  const mark = useMay()('team.decide');
  const { waiting, entries, more, decide, isDeciding } = useDecisions(days);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [rejecting, setRejecting] = useState<readonly EntryToDecide[]>();
  const open = entries.filter((entry) => !isOwnEntry(user, entry));
  const selected = open.filter(({ id }) => chosen.has(id));
  const toggle = (id: number): void =>
    setChosen(new Set(chosen.has(id) ? [...chosen].filter((each) => each !== id) : [...chosen, id]));
  const approve = (some: readonly EntryToDecide[]): void => void decide(some, 4);
  const reject = async (reason: string): Promise<void> => {
    await decide(rejecting ?? [], 5, reason);
    setRejecting(undefined);
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || selected.length === 0 || isDeciding || rejecting) return;
    if (event.key === 'a') approve(selected);
    else if (event.key === 'r') setRejecting(selected);
    else return;
    event.preventDefault();
  };
  return (
    <Card
      title={texts.title(entries.length + more)}
      actions={
        <Group gap="xs">
          <Button
            {...mark}
            size="compact-sm"
            disabled={selected.length === 0}
            loading={isDeciding}
            onClick={() => approve(selected)}
          >
            {texts.approve(selected.length)}
          </Button>
          <Button
            {...mark}
            size="compact-sm"
            variant="default"
            disabled={selected.length === 0 || isDeciding}
            onClick={() => setRejecting(selected)}
          >
            {texts.reject(selected.length)}
          </Button>
        </Group>
      }
    >
      <QueryBoundary query={waiting}>
        {() =>
          entries.length === 0 ? (
            <div className="kit-note">{texts.none}</div>
          ) : (
            // biome-ignore lint/a11y/noStaticElementInteractions: keys of the checkboxes and buttons within
            <div className="decide-list" onKeyDown={onKey}>
              <Checkbox
                label={texts.all}
                description={texts.keys}
                checked={selected.length === open.length && open.length > 0}
                indeterminate={selected.length > 0 && selected.length < open.length}
                disabled={open.length === 0}
                onKeyDown={moveFocus}
                onChange={(event) => setChosen(new Set(event.currentTarget.checked ? open.map(({ id }) => id) : []))}
              />
              <ul>
                {entries.map((entry) => (
                  <Line
                    key={entry.id}
                    entry={entry}
                    isChosen={chosen.has(entry.id)}
                    isBusy={isDeciding}
                    onToggle={() => toggle(entry.id)}
                    onApprove={() => approve([entry])}
                    onReject={() => setRejecting([entry])}
                  />
                ))}
              </ul>
              {more > 0 && <p className="kit-note">{texts.more(more)}</p>}
            </div>
          )
        }
      </QueryBoundary>
      {rejecting && (
        <RejectDialog
          count={rejecting.length}
          isBusy={isDeciding}
          onClose={() => setRejecting(undefined)}
          onReject={(reason) => void reject(reason)}
        />
      )}
    </Card>
  );
}

interface LineProps {
  readonly entry: EntryToDecide;
  readonly isChosen: boolean;
  readonly isBusy: boolean;
  onToggle(): void;
  onApprove(): void;
  onReject(): void;
}

function Line({ entry, isChosen, isBusy, onToggle, onApprove, onReject }: LineProps) {
  const { locale } = useLocale();
  const texts = useDecisionTexts();
  const { user } = useSession();
  const mark = useMay()('team.decide');
  const { data: people = [] } = useQuery(peopleQuery);
  const format = formatIn('UTC', locale);
  const isOwn = isOwnEntry(user, entry);
  const name = people.find(({ resourceNo }) => resourceNo === entry.resourceNo)?.name ?? entry.resourceNo;
  const what = `${name.slice(0, 80)}, ${format.day(entry.date)}, ${format.hours(entry.durationInSeconds)}`;
  return (
    <li>
      <Checkbox
        checked={isChosen && !isOwn}
        disabled={isOwn}
        label={what}
        description={[`${entry.jobNo} / ${entry.taskNo}`, entry.description, isOwn ? texts.own : null]
          .filter((part) => part !== null && part !== '')
          .join(' · ')}
        onKeyDown={moveFocus}
        onChange={onToggle}
      />
      {!isOwn && (
        <span className="decide-buttons">
          <Button
            {...mark}
            size="compact-xs"
            variant="light"
            disabled={isBusy}
            aria-label={`${texts.approve(1)}: ${what}`}
            onClick={onApprove}
          >
            {texts.approveOne}
          </Button>
          <Button
            {...mark}
            size="compact-xs"
            variant="default"
            disabled={isBusy}
            aria-label={`${texts.reject(1)}: ${what}`}
            onClick={onReject}
          >
            {texts.rejectOne}
          </Button>
        </span>
      )}
    </li>
  );
}
