import { useQueryClient } from '@tanstack/react-query';
import { newId } from '../api/new-id.ts';
import type { Schemas } from '../api/schema.ts';
import { useConfirm } from '../kit/use-confirm.tsx';
import { useNotify } from '../kit/use-notify.ts';
import { deletedWith } from './deleted-with.ts';
import { useEntityNames } from './entity-names.ts';
import { useMasterDataTexts } from './texts.ts';
import { useUndoToast } from './use-undo-toast.tsx';

interface Removal {
  /** What is deleted, as its label says. */
  readonly name: string;
  readonly entity: string;
  send(options: { readonly actionId?: string; readonly dryRun?: boolean }): Promise<Schemas['WriteAnswer']>;
  done?(): void;
}

/** Deletes a record: first asks and says what would go with it, then offers to undo. */
export function useRemoval() {
  const texts = useMasterDataTexts();
  const names = useEntityNames();
  const notify = useNotify();
  const confirm = useConfirm();
  const queries = useQueryClient();
  const announce = useUndoToast();
  const act = async ({ name, send, done }: Removal): Promise<void> => {
    const actionId = newId();
    try {
      await send({ actionId });
    } catch (error) {
      notify.error(error);
      return;
    }
    done?.();
    await queries.invalidateQueries();
    announce(texts.removed(name), actionId);
  };
  const ask = async (removal: Removal): Promise<void> => {
    const { name, entity, send } = removal;
    try {
      const { impact } = await send({ dryRun: true });
      const others = [...deletedWith(impact, entity)];
      confirm.ask({
        title: texts.removeQuestion(name),
        yes: texts.remove(name),
        body: (
          <>
            {others.length === 0 ? texts.removesNothingElse : texts.removesAlso}
            {others.map(([kind, count]) => (
              <span key={kind} className="master-gone">
                {names[kind] ?? kind}: {count}
              </span>
            ))}
            <span className="master-gone">{texts.canBeUndone}</span>
          </>
        ),
        act: () => void act(removal),
      });
    } catch (error) {
      // The service says what keeps the record, such as planned appointments.
      notify.error(error);
    }
  };
  return { ask: (removal: Removal): void => void ask(removal), dialog: confirm.dialog };
}
