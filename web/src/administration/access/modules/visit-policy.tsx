import { Switch } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import { areaTexts } from '../../../i18n/area-texts.ts';
import { Card } from '../../../kit/page.tsx';
import { QueryBoundary } from '../../../kit/query-boundary.tsx';
import { useNotify } from '../../../kit/use-notify.ts';

const KEY = ['administration', 'visitPolicy'];

const useVisitPolicyTexts = areaTexts({
  en: {
    title: 'Visits',
    claims: 'Claim the time of visits',
    hint: 'When a field worker reports a visit as done, its work goes into a draft time entry.',
    saved: 'Setting saved.',
  },
  nl: {
    title: 'Bezoeken',
    claims: 'Tijd van bezoeken overnemen',
    hint: 'Meldt een medewerker een bezoek als klaar, dan komt het werk in een conceptregistratie.',
    saved: 'Instelling opgeslagen.',
  },
  de: {
    title: 'Besuche',
    claims: 'Zeit von Besuchen übernehmen',
    hint: 'Meldet jemand einen Besuch als erledigt, kommt die Arbeit in einen Zeiteintrag im Entwurf.',
    saved: 'Einstellung gespeichert.',
  },
  fr: {
    title: 'Visites',
    claims: 'Déclarer le temps des visites',
    hint: 'Quand une visite est signalée comme terminée, son travail passe dans une saisie en brouillon.',
    saved: 'Réglage enregistré.',
  },
});

/** Whether a visit that is done claims its work into a time entry. */
export function VisitPolicy() {
  const texts = useVisitPolicyTexts();
  const notify = useNotify();
  const queries = useQueryClient();
  const query = useQuery({ queryKey: KEY, queryFn: () => api.get('/visit/settings', {}) });
  const change = useMutation({
    mutationFn: (claimsVisits: boolean) => api.put('/visit/settings', { body: { claimsVisits } }),
    onError: notify.error,
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: KEY });
      notify.success(texts.saved);
    },
  });
  return (
    <Card title={texts.title}>
      <QueryBoundary query={query}>
        {({ claimsVisits }) => (
          <Switch
            label={texts.claims}
            description={texts.hint}
            checked={claimsVisits}
            disabled={change.isPending}
            onChange={(event) => change.mutate(event.target.checked)}
          />
        )}
      </QueryBoundary>
    </Card>
  );
}
