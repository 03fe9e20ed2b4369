import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import type { Paths } from '../../api/schema.ts';
import { useLocale } from '../../i18n/language.ts';
import { numberText } from '../../i18n/number-text.ts';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { useFormat } from '../../kit/use-format.ts';
import { DetailDrawer } from '../log/detail-drawer.tsx';
import { Facts } from '../log/facts.tsx';
import { PayloadText } from '../log/payload-text.tsx';
import { useLogTexts } from '../log/texts.ts';
import { CallsTable } from './calls-table.tsx';
import { countsText } from './counts.ts';
import { ImportState } from './import-state.tsx';
import { useImportTexts } from './texts.ts';

/** One import: its errors, its warnings and its request body. */
export function ImportDrawer({ id, close }: { id: number | undefined; close: () => void }) {
  const texts = useImportTexts();
  const query = useQuery({
    queryKey: ['import-log', 'one', id],
    queryFn: () => api.get('/import/log/{id}', { path: { id: String(id) } }),
    enabled: id !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <DetailDrawer title={id === undefined ? '' : texts.title1(id)} opened={id !== undefined} close={close}>
      {id !== undefined && <QueryBoundary query={query}>{(one) => <Whole one={one} />}</QueryBoundary>}
    </DetailDrawer>
  );
}

type WholeImport = Paths['/import/log/{id}']['get']['answer'];

/** A refused import stored nothing, so it has no counts. */
const countsOf = ({ outcome, counts }: WholeImport) =>
  outcome === 'refused' ? counts && { rejected: counts.rejected } : counts;

function Whole({ one }: { one: WholeImport }) {
  const texts = useImportTexts();
  const common = useLogTexts();
  const format = useFormat();
  const { locale } = useLocale();
  const state = <ImportState outcome={one.outcome} />;
  return (
    <>
      <Facts
        of={[
          [common.outcome, state],
          [texts.reason, one.message],
          [texts.code, one.code],
          [texts.status, [`HTTP ${one.status}`, countsText(countsOf(one), texts.counts)].filter(Boolean).join(', ')],
          [common.when, format.moment(one.at)],
          [common.who, one.actor],
          [common.requestId, one.requestId],
          [texts.duration, `${one.durationMs} ms`],
          [texts.size, `${numberText(locale, one.payloadBytes)} B`],
          [
            texts.procedures,
            Object.entries(one.procedures).map(([name, count]) => <div key={name}>{`${name} × ${count}`}</div>),
          ],
        ]}
      />
      {one.rejected.length > 0 && (
        <CallsTable
          title={texts.rejected}
          what={texts.code}
          rows={one.rejected.map(({ code, parameter, message = '', ...call }) => ({
            ...call,
            what: [code, parameter].filter(Boolean).join(' · '),
            message,
          }))}
        />
      )}
      {one.firstWarnings.length > 0 && (
        <CallsTable
          title={texts.warningsOf(one.firstWarnings.length, one.warnings)}
          what={texts.parameter}
          rows={one.firstWarnings.map(({ parameter = '', ...warning }) => ({ ...warning, what: parameter }))}
        />
      )}
      {one.isCut && <p className="log-soft">{texts.cut}</p>}
      {one.payload === null ? (
        <p className="log-soft">{texts.noPayload}</p>
      ) : (
        <PayloadText label={texts.payload} text={one.payload} file={`import-${one.id}.json`} />
      )}
    </>
  );
}
