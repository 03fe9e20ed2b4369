import { useQuery } from '@tanstack/react-query';
import { railOf } from '../frame/rail.ts';
import { useTexts } from '../i18n/language.ts';
import { may, mayOpen } from '../session/may.ts';
import { useSession } from '../session/session.ts';
import type { Entry } from './search-entries.ts';
import { useSearchTexts } from './texts.ts';
import { viewNamesQuery } from './view-names.ts';

/** What the user may do from the search: pages, the board, views. */
export function useSearchActions(): readonly Entry[] {
  const session = useSession();
  const texts = useTexts();
  const own = useSearchTexts();
  const plans = mayOpen(session, 'planning');
  const { data: views = [] } = useQuery({ ...viewNamesQuery, enabled: plans });
  const to = (key: string, title: string, address: string): Entry => ({
    key,
    title,
    note: '',
    target: { type: 'address', address },
  });
  return [
    ...(plans ? [to('today', own.today, '/planning')] : []),
    ...(may(session, 'menu.new') ? [to('new', own.newAppointment, '/planning?action=new')] : []),
    ...railOf(session).map((link) => to(`page-${link.to}`, own.openPage(texts[link.text] as string), link.to)),
    ...(plans
      ? views.map((view) =>
          to(
            `view-${view.isShared}-${view.code}`,
            own.applyView(view.name.slice(0, 60)),
            `/planning?${new URLSearchParams({ view: view.code, shared: String(view.isShared) })}`,
          ),
        )
      : []),
  ];
}
