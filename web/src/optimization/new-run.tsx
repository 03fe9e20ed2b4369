import { Button, SegmentedControl, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { addDays, dateOf, midnightOf } from '../dates/zone.ts';
import { DateRangeFields } from '../kit/date-range-fields.tsx';
import { Card } from '../kit/page.tsx';
import { useNotify } from '../kit/use-notify.ts';
import { useMay } from '../session/may.ts';
import { useSession, zoneOf } from '../session/session.ts';
import { GoalFields } from './goal-fields.tsx';
import { LimitFields } from './limit-fields.tsx';
import { boardQuery } from './queries.ts';
import { ResourceFields, WorkFields } from './resource-and-work-fields.tsx';
import { budgetsOf, firstDays, firstForm, type Kind, type RunForm, visitsOf } from './run-request.ts';
import { useOptimizationTexts } from './texts.ts';

/** The form of a new run, for the days that the address names. In a draft it is started there. */
export function NewRun() {
  const texts = useOptimizationTexts();
  const zone = zoneOf(useSession());
  const today = dateOf(zone, Date.now());
  const search: { start?: unknown; end?: unknown } = useSearch({ strict: false });
  const [form, setForm] = useState<RunForm>(() => firstForm(today, firstDays(search, today)));
  const { isSending, start } = useStart(zone);
  const mark = useMay()('optimization.start');
  const put = (change: Partial<RunForm>): void => setForm((last) => ({ ...last, ...change }));
  const isBackwards = form.to < form.from;
  const isLacking = isBackwards || form.from === '' || form.to === '' || form.resources?.length === 0;
  const isVisits = form.kind === 'fieldService';
  const { data: board } = useQuery(
    boardQuery(
      new Date(midnightOf(zone, today)).toISOString(),
      new Date(midnightOf(zone, addDays(today, 1))).toISOString(),
    ),
  );

  return (
    <Card title={texts.newRun}>
      <form
        className="opt-form"
        onSubmit={(event) => {
          event.preventDefault();
          void start(form);
        }}
      >
        <div className="opt-column">
          <KindChoice kind={form.kind} onChange={(kind) => put({ kind })} />
          <div className="opt-pair">
            <DateRangeFields
              required
              from={form.from}
              to={form.to}
              labels={texts}
              error={isBackwards ? texts.endBeforeStart : undefined}
              onChange={put}
            />
          </div>
          <ResourceFields board={board} chosen={form.resources} onChange={(resources) => put({ resources })} />
          <WorkFields board={board} filter={form.filter} onChange={(filter) => put({ filter })} />
          {isVisits && (
            <Switch
              size="xs"
              label={texts.movePlanned}
              checked={form.movePlanned}
              onChange={({ currentTarget }) => put({ movePlanned: currentTarget.checked })}
            />
          )}
        </div>
        {isVisits && (
          <div className="opt-column">
            <GoalFields levels={form.levels} onChange={(levels) => put({ levels })} />
          </div>
        )}
        <div className="opt-column">
          <LimitFields form={form} onChange={put} />
          {mark && (
            <Button {...mark} type="submit" loading={isSending} disabled={isLacking}>
              {texts.start}
            </Button>
          )}
        </div>
      </form>
    </Card>
  );
}

function KindChoice({ kind, onChange }: { kind: Kind; onChange(kind: Kind): void }) {
  const texts = useOptimizationTexts();
  return (
    <>
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label={texts.kind}
        value={kind}
        onChange={(value) => onChange(value as Kind)}
        data={[
          { value: 'fieldService', label: texts.fieldService },
          { value: 'professionalServices', label: texts.professionalServices },
        ]}
      />
      <p className="opt-hint">{kind === 'fieldService' ? texts.fieldServiceHint : texts.professionalServicesHint}</p>
    </>
  );
}

/** Starts a run and opens its page. */
function useStart(zone: string) {
  const notify = useNotify();
  const navigate = useNavigate();
  const [isSending, setSending] = useState(false);
  const start = async (form: RunForm): Promise<void> => {
    setSending(true);
    try {
      const { id } =
        form.kind === 'fieldService'
          ? await api.post('/optimization/fieldService', { body: visitsOf(form, zone) })
          : await api.post('/optimization/professionalServices', { body: budgetsOf(form, zone) });
      await navigate({ to: '/optimization/$id', params: { id: String(id) } });
    } catch (error) {
      notify.error(error);
      setSending(false);
    }
  };
  return { isSending, start };
}
