import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api } from '../api/client.ts';
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

/** Starts a run with the settings of another one. */
export function RunAgain({ run }: { run: Run }) {
  const texts = useRunTexts();
  const notify = useNotify();
  const navigate = useNavigate();
  const mark = useMay()('optimization.start');
  const start = useMutation({
    mutationFn: () =>
      run.kind === 'fieldService'
        ? api.post('/optimization/fieldService', { body: settingsOf(run) as unknown as Visits })
        : api.post('/optimization/professionalServices', { body: settingsOf(run) as unknown as Spread }),
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
