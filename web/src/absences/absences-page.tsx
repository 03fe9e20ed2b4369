import { Tabs } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { dateOf } from '../dates/zone.ts';
import { useTexts } from '../i18n/language.ts';
import { ListState } from '../kit/list-state.tsx';
import { Page } from '../kit/page.tsx';
import { useMay } from '../session/may.ts';
import { useSession, zoneOf } from '../session/session.ts';
import { MyAbsences } from './my-absences.tsx';
import { Overview } from './overview.tsx';
import { useAbsenceTexts } from './texts.ts';
import { ToDecide } from './to-decide.tsx';
import './absences.css';

/** Own absences; for those who decide also the requests of others; and the days of a year. */
export function AbsencesPage() {
  const common = useTexts();
  const texts = useAbsenceTexts();
  const session = useSession();
  const navigate = useNavigate();
  const { view } = useSearch({ strict: false }) as { view?: unknown };
  const decides = useMay()('absences.decide') !== undefined;
  const { resourceNo } = session.user;
  const names = ['mine', ...(decides ? (['decide'] as const) : []), 'overview'] as const;
  const usual = decides && resourceNo === null ? 'decide' : 'mine';
  const shown = names.find((name) => name === view) ?? usual;
  const thisYear = Number(dateOf(zoneOf(session), Date.now()).slice(0, 4));
  return (
    <Page title={common.absences} hint={texts.hint}>
      <Tabs
        value={shown}
        keepMounted={false}
        onChange={(name) => void navigate({ to: '/absences', search: { view: name } as never, replace: true })}
      >
        <Tabs.List aria-label={texts.views} className="absence-tabs">
          {names.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {texts[name]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="mine" pt="sm">
          {resourceNo === null ? <ListState empty={texts.notLinked} /> : <MyAbsences resourceNo={resourceNo} />}
        </Tabs.Panel>
        {decides && (
          <Tabs.Panel value="decide" pt="sm">
            <ToDecide />
          </Tabs.Panel>
        )}
        <Tabs.Panel value="overview" pt="sm">
          {resourceNo === null && !decides ? <ListState empty={texts.notLinked} /> : <Overview thisYear={thisYear} />}
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
