import { Alert, Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { dateOf } from '../dates/zone.ts';
import { useLocale } from '../i18n/language.ts';
import { Card, Page } from '../kit/page.tsx';
import { useMay } from '../session/may.ts';
import { useSession, zoneOf } from '../session/session.ts';
import { useResources } from './appointment-fields.tsx';
import { DatePreview } from './date-preview.tsx';
import './series.css';
import { ruleText } from './rule.ts';
import { sentenceOf } from './sentence.ts';
import { SeriesFields } from './series-fields.tsx';
import { formFrom, isComplete, ruleToSend, type SeriesForm } from './series-form.ts';
import { SeriesList } from './series-list.tsx';
import { useSeriesTexts } from './texts.ts';
import { type Outcome, useCreateSeries } from './use-create-series.ts';
import { usePreview } from './use-preview.ts';

/** Creates series of appointments after a preview of all dates, and lists the existing ones. */
export function SeriesPage() {
  const { texts: common, language } = useLocale();
  const texts = useSeriesTexts();
  const zone = zoneOf(useSession());
  const [form, setForm] = useState<SeriesForm>(() => formFrom(dateOf(zone, Date.now())));
  const { data: resources } = useResources();
  const names = useMemo(() => new Map(resources?.map(({ resourceNo, name }) => [resourceNo, name])), [resources]);
  const { previews, isSettled } = usePreview(form);
  const { isBusy, outcome, create, undo } = useCreateSeries();
  const count = previews.reduce((sum, { answer }) => sum + (answer?.occurrences.length ?? 0), 0);
  const mark = useMay()('series.create');
  const rule = ruleToSend(form);
  const toggle = (day: string): void =>
    setForm((last) => ({
      ...last,
      except: last.except.includes(day) ? last.except.filter((each) => each !== day) : [...last.except, day].sort(),
    }));
  // Clears what was created; the rule stays, because the next series is often similar.
  const submit = async (): Promise<void> => {
    if (await create(form)) setForm((last) => ({ ...last, task: undefined, subject: '', resources: [], except: [] }));
  };
  return (
    <Page title={common.recurring} hint={texts.hint}>
      {outcome && <SeriesResult outcome={outcome} names={names} isBusy={isBusy} onUndo={() => void undo()} />}
      <div className="rec-two">
        <Card title={texts.newSeries}>
          <SeriesFields form={form} onForm={setForm} />
        </Card>
        <Card
          title={texts.dates}
          actions={
            mark && (
              <Button
                {...mark}
                size="compact-md"
                loading={isBusy}
                disabled={!isComplete(form) || !isSettled || count === 0}
                onClick={() => void submit()}
              >
                {count === 0 ? texts.createSeries : texts.create(count)}
              </Button>
            )
          }
        >
          <p className="rec-sentence">{sentenceOf(rule, language)}</p>
          <p className="rec-rrule">{ruleText(rule)}</p>
          <DatePreview previews={previews} isSettled={isSettled} names={names} onDay={toggle} />
        </Card>
      </div>
      <SeriesList names={names} />
    </Page>
  );
}

function SeriesResult({
  outcome,
  names,
  isBusy,
  onUndo,
}: {
  outcome: Outcome;
  names: ReadonlyMap<string, string>;
  isBusy: boolean;
  onUndo(): void;
}) {
  const texts = useSeriesTexts();
  if (outcome.isUndone)
    return (
      <Alert mb="md" variant="outline" bg="var(--surface)" role="status">
        {texts.undone}
      </Alert>
    );
  const nameOf = (no: string): string => (names.get(no) ?? no).slice(0, 80);
  const isCreated = outcome.created.some(({ answer }) => answer);
  const first = outcome.created[0]?.answer?.occurrences[0]?.start.slice(0, 10);
  return (
    <Alert mb="md" variant="outline" bg="var(--surface)" color={isCreated ? 'green' : 'red'} role="status">
      <ul className="rec-outcome">
        {outcome.created.map(({ resource, answer, why }) => (
          <li key={resource} dir="auto">
            {answer
              ? texts.createdFor(answer.occurrences.length, nameOf(resource))
              : texts.notCreated(nameOf(resource), why ?? '')}
            {answer && answer.skipped.length > 0 && `, ${texts.skipped(answer.skipped.length)}`}
            {answer && <SkippedDates answer={answer} />}
          </li>
        ))}
      </ul>
      {isCreated && (
        <div className="rec-actions">
          <Button size="compact-xs" variant="default" loading={isBusy} onClick={onUndo}>
            {texts.undo}
          </Button>
          <Link to="/planning" search={{ date: first } as never} className="rec-link">
            {texts.board}
          </Link>
        </div>
      )}
    </Alert>
  );
}

/** Skipped dates by reason. */
function SkippedDates({ answer }: { answer: NonNullable<Outcome['created'][number]['answer']> }) {
  const texts = useSeriesTexts();
  const byReason = Map.groupBy(answer.skipped, ({ reason }) => reason);
  return (
    <ul>
      {[...byReason].map(([reason, skipped]) => (
        <li key={reason}>
          {skipped.length} × {texts.reasons[reason]}
        </li>
      ))}
    </ul>
  );
}
