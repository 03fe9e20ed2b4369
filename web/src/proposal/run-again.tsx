import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api } from '../api/client.ts';
import { keepActionIn } from '../api/draft.ts';
import { newId } from '../api/new-id.ts';
import type { Paths } from '../api/schema.ts';
import { useNotify } from '../kit/use-notify.ts';
import { useMay } from '../session/may.ts';
import type { Run } from './run.ts';
import { useRunTexts } from './run-texts.ts';

type Visits = Paths['/optimization/fieldService']['post']['body'];
type Spread = Paths['/optimization/professionalServices']['post']['body'];

/** The settings of a run as they are sent again: what was not set is left out. */
export const settingsOf = ({ request }: Pick<Run, 'request'>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(request).filter(([, value]) => value !== null && value !== undefined));

/** Starts a run with the settings of another one, in the draft of that one. */
export function RunAgain({ run }: { run: Run }) {
  const texts = useRunTexts();
  const notify = useNotify();
  const navigate = useNavigate();
  const mark = useMay()('optimization.start');
  const start = useMutation({
    mutationFn: () => {
      const [body, actionId] = [settingsOf(run) as unknown, newId()];
      keepActionIn(run.draft ?? undefined, actionId);
      return run.kind === 'fieldService'
        ? api.post('/optimization/fieldService', { body: body as Visits, actionId })
        : api.post('/optimization/professionalServices', { body: body as Spread, actionId });
    },
    onSuccess: ({ id }) => void navigate({ to: '/optimization/$id', params: { id: String(id) } }),
    onError: notify.error,
  });
  if (!mark) return null;
  return (
    <Button {...mark} size="compact-xs" variant="default" loading={start.isPending} onClick={() => start.mutate()}>
      {texts.again}
    </Button>
  );
}
