import { useQueryClient } from '@tanstack/react-query';
import { useNotify } from '../../kit/use-notify.ts';
import { useMay } from '../../session/may.ts';
import { useSession, zoneOf } from '../../session/session.ts';
import { Tool } from '../toolbar-tools.tsx';
import { usePlanningWindow } from '../use-planning-window.ts';
import { asOfText, firstMoment } from './moments.ts';
import { keptQuery, presentOf } from './queries.ts';
import { usePastTexts } from './texts.ts';

/** The button that shows the board as it was an hour ago. */
export function LookBackTool() {
  const texts = usePastTexts();
  const notify = useNotify();
  const queries = useQueryClient();
  const { go } = usePlanningWindow(zoneOf(useSession()));
  const mark = useMay()('planning.lookBack');
  const open = async (): Promise<void> => {
    const kept = await queries.fetchQuery({ ...keptQuery, staleTime: 0 });
    if (kept.oldest === null) {
      notify.failure(texts.nothingKept, texts.nothingKeptHint);
      return;
    }
    go({ asOf: asOfText(firstMoment(Date.parse(kept.oldest), presentOf(kept))), preview: undefined });
  };
  return (
    mark && <Tool {...mark} name="lookBack" label={texts.lookBack} onClick={() => void open().catch(notify.error)} />
  );
}
