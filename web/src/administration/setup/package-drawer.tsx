import { Progress } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { useFormat } from '../../kit/use-format.ts';
import { DetailDrawer } from '../log/detail-drawer.tsx';
import { Facts } from '../log/facts.tsx';
import { useLogTexts } from '../log/texts.ts';
import { type Package, PackageState } from './package-state.tsx';
import { useSetupTexts } from './texts.ts';

/** Most packages are applied within seconds. */
const LOOK_MS = 700;
const isUnderWay = ({ status }: Package): boolean => status === 'queued' || status === 'applying';

/** The progress of a package, until it is applied or has failed. */
export function PackageDrawer({ id, close }: { id: number | undefined; close: () => void }) {
  const texts = useSetupTexts();
  const query = useQuery({
    queryKey: ['setup-package', id],
    queryFn: () => api.get('/import/setup/{id}', { path: { id: String(id) } }),
    enabled: id !== undefined,
    refetchInterval: ({ state }) => (state.data && !isUnderWay(state.data) ? false : LOOK_MS),
  });
  return (
    <DetailDrawer title={id === undefined ? '' : texts.package(id)} opened={id !== undefined} close={close}>
      {id !== undefined && <QueryBoundary query={query}>{(one) => <Whole one={one} />}</QueryBoundary>}
    </DetailDrawer>
  );
}

function Whole({ one }: { one: Package }) {
  const texts = useSetupTexts();
  const common = useLogTexts();
  const format = useFormat();
  const { counts } = one;
  return (
    <>
      {isUnderWay(one) && <Progress value={100} animated mb="md" aria-label={texts.progress} />}
      <Facts
        of={[
          [texts.name, [one.name, one.packageVersion].filter(Boolean).join(' · ')],
          [
            texts.state,
            <output key="state">
              <PackageState status={one.status} />
            </output>,
          ],
          [texts.counts, counts && texts.summary(counts.created, counts.updated, counts.deleted)],
          [texts.owner, one.owner],
          [common.who, one.actor],
          [common.when, format.moment(one.createdAt)],
          [common.requestId, one.requestId],
        ]}
      />
      {one.status === 'applied' && <p className="log-soft">{texts.undoHint}</p>}
      <h3 className="log-part">{texts.log}</h3>
      {one.log.map(({ at, text }) => (
        <div key={`${at} ${text}`} dir="auto">
          <span className="log-soft">{format.clock(at)}</span> {text}
        </div>
      ))}
    </>
  );
}
