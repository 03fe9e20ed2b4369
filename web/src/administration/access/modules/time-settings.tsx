import { Group, Radio, Select, Stack } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import type { Paths } from '../../../api/schema.ts';
import { weekdayName } from '../../../dates/names.ts';
import { useLocale } from '../../../i18n/language.ts';
import { Card } from '../../../kit/page.tsx';
import { QueryBoundary } from '../../../kit/query-boundary.tsx';
import { useNotify } from '../../../kit/use-notify.ts';
import { useTimeSettingsTexts } from './time-settings-texts.ts';

type Settings = Paths['/timeEntry/settings']['get']['answer'];
const KEY = ['administration', 'timeSettings'];

/** Who approves registered time, and when people are reminded of missing hours. */
export function TimeSettings() {
  const texts = useTimeSettingsTexts();
  const { locale } = useLocale();
  const notify = useNotify();
  const queries = useQueryClient();
  const query = useQuery({ queryKey: KEY, queryFn: () => api.get('/timeEntry/settings', {}) });
  const change = useMutation({
    mutationFn: (body: Partial<Settings>) => api.put('/timeEntry/settings', { body }),
    onError: notify.error,
    onSuccess: async (settings) => {
      queries.setQueryData(KEY, settings);
      await queries.invalidateQueries({ queryKey: ['time-settings'] });
      notify.success(texts.saved);
    },
  });
  const weekdays = [1, 2, 3, 4, 5, 6, 7].map((day) => ({
    value: String(day),
    label: weekdayName(locale, day),
  }));
  const hours = Array.from({ length: 24 }, (_, hour) => ({
    value: String(hour),
    label: `${String(hour).padStart(2, '0')}:00`,
  }));
  return (
    <Card title={texts.title}>
      <QueryBoundary query={query}>
        {({ timeApproval, reminderWeekday, reminderHour }) => (
          <Stack gap="md">
            <Radio.Group
              label={texts.approver}
              description={texts.approverHint}
              value={timeApproval}
              onChange={(next) => change.mutate({ timeApproval: next === 'teamLead' ? 'teamLead' : 'backOffice' })}
            >
              <Stack gap={6} mt="xs">
                <Radio value="backOffice" label={texts.backOffice} disabled={change.isPending} />
                <Radio value="teamLead" label={texts.teamLead} disabled={change.isPending} />
              </Stack>
            </Radio.Group>
            <Group align="end">
              <Select
                label={texts.reminder}
                description={texts.reminderHint}
                allowDeselect={false}
                disabled={change.isPending}
                data={[{ value: '0', label: texts.never }, ...weekdays]}
                value={String(reminderWeekday)}
                onChange={(next) => change.mutate({ reminderWeekday: Number(next ?? 0) })}
              />
              {reminderWeekday > 0 && (
                <Select
                  label={texts.hour}
                  allowDeselect={false}
                  disabled={change.isPending}
                  data={hours}
                  value={String(reminderHour)}
                  onChange={(next) => change.mutate({ reminderHour: Number(next ?? 8) })}
                />
              )}
            </Group>
          </Stack>
        )}
      </QueryBoundary>
    </Card>
  );
}
