import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { useTexts } from '../i18n/language.ts';
import { useNotify } from '../kit/use-notify.ts';
import { useMay } from '../session/may.ts';
import { ConflictSides } from './conflict-sides.tsx';
import type { Comparison } from './queries.ts';
import { titleOf } from './side-text.ts';
import { useDraftTexts } from './texts.ts';

interface Props {
  readonly id: number;
  readonly name: string;
  readonly comparison: Comparison;
  /** Appointments to publish; undefined for all. */
  readonly chosen: readonly number[] | undefined;
  readonly isTakingOut: boolean;
  nameOf(resourceNo: string): string;
  /** An id for the request. */
  ownId(): string;
  settled(): Promise<void>;
  onTakeOut(ids: readonly number[]): void;
  onRefresh(): void;
  onPublished(actionId: string): void;
  onClose(): void;
}

/** Asks before a draft becomes the plan. What others changed since is listed with both sides; the rest can be published. */
export function PublishDialog({ id, name, comparison, chosen, isTakingOut, ...props }: Props) {
  const texts = useDraftTexts();
  const { cancel, close } = useTexts();
  const { messageOf } = useNotify();
  const mark = useMay()('planning.draft');
  const wanted = comparison.changes.filter((each) => chosen === undefined || chosen.includes(each.id));
  const conflicting = wanted.filter(({ conflicts }) => conflicts.length > 0);
  const ready = wanted.filter(({ conflicts }) => conflicts.length === 0).map((each) => each.id);
  const isAll = ready.length === comparison.changes.length && comparison.hidden === 0;
  const publish = useMutation({
    mutationFn: async () => {
      await props.settled();
      const actionId = props.ownId();
      await api.post('/drafts/{id}/publish', { path: { id }, body: isAll ? {} : { changes: ready }, actionId });
      return actionId;
    },
    onSuccess: props.onPublished,
    // Others may have changed the plan a moment ago: the list shows it then.
    onError: props.onRefresh,
  });
  return (
    <Modal
      opened
      size="lg"
      title={texts.publishTitle(name)}
      closeButtonProps={{ 'aria-label': close }}
      onClose={props.onClose}
    >
      <Stack gap="sm">
        <Text size="sm">{texts.publishBody(ready.length)}</Text>
        {conflicting.length > 0 && (
          <>
            <Text size="sm" fw={600}>
              {texts.conflictsTitle(conflicting.length)}
            </Text>
            <ul className="draft-conflict-list">
              {conflicting.map((change) => (
                <li key={change.id}>
                  <div className="draft-conflict-head">
                    <strong dir="auto">{titleOf(change)}</strong>
                    <Button
                      {...mark}
                      size="compact-xs"
                      variant="default"
                      loading={isTakingOut}
                      aria-label={`${texts.takeOut}: ${titleOf(change)}`}
                      onClick={() => props.onTakeOut([change.id])}
                    >
                      {texts.takeOut}
                    </Button>
                  </div>
                  <ConflictSides change={change} nameOf={props.nameOf} />
                </li>
              ))}
            </ul>
          </>
        )}
        {publish.error !== null && (
          <Alert color="red" role="alert">
            {messageOf(publish.error)}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={props.onClose}>
            {cancel}
          </Button>
          <Button
            {...mark}
            data-autofocus
            loading={publish.isPending}
            disabled={ready.length === 0}
            onClick={() => publish.mutate()}
          >
            {texts.publishCount(ready.length)}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
