import { Alert, Button, Group } from '@mantine/core';
import { useConfirm } from '../../kit/use-confirm.tsx';
import { useFormat } from '../../kit/use-format.ts';
import { useMay } from '../../session/may.ts';
import { DetailDrawer } from '../log/detail-drawer.tsx';
import { Facts } from '../log/facts.tsx';
import { FieldChanges } from '../log/field-changes.tsx';
import { LongText } from '../log/long-text.tsx';
import { useLogTexts } from '../log/texts.ts';
import { ChangeAction } from './change-action.tsx';
import { useChangeTexts } from './texts.ts';
import type { Change } from './use-changes.ts';
import { useUndo } from './use-undo.ts';

interface Props {
  readonly change: Change | undefined;
  readonly close: () => void;
  readonly showRequest: (requestId: string) => void;
}

/** One change, field by field, and its undo. */
export function ChangeDrawer({ change, close, showRequest }: Props) {
  const texts = useChangeTexts();
  return (
    <DetailDrawer title={change ? texts.title1(change.number) : ''} opened={change !== undefined} close={close}>
      {change && <Whole key={change.number} change={change} close={close} showRequest={showRequest} />}
    </DetailDrawer>
  );
}

function Whole({ change, close, showRequest }: Props & { change: Change }) {
  const texts = useChangeTexts();
  const common = useLogTexts();
  const format = useFormat();
  const { ask, dialog } = useConfirm();
  const { undo, reasons } = useUndo(close);
  const mark = useMay()('changes.undo');
  const { number, requestId } = change;
  const state = <ChangeAction action={change.action} />;
  const undoOne = (): void =>
    ask({
      title: texts.confirmOne,
      body: texts.confirmBody,
      yes: texts.undo,
      act: () => undo.mutate({ number }),
    });
  const undoAll = (): void =>
    ask({
      title: texts.confirmAll,
      body: texts.confirmBody,
      yes: texts.undoRequest,
      act: () => undo.mutate({ requestId }),
    });
  return (
    <>
      <Facts
        of={[
          [texts.key, `${change.entity} ${change.key}`],
          [texts.action, state],
          [texts.whoDid, change.actor],
          [texts.sentBy, change.sentBy],
          [common.when, format.moment(change.at)],
          [texts.origin, texts.origins[change.origin]],
          [texts.sourceApp, change.sourceApp],
          [texts.version, change.version],
          [texts.undoes, change.undoes?.join(', ')],
          [common.requestId, requestId],
        ]}
      />
      <Group gap="xs" mb="md">
        {mark && (
          <>
            <Button {...mark} size="xs" loading={undo.isPending} onClick={undoOne}>
              {texts.undo}
            </Button>
            <Button size="xs" variant="default" disabled={undo.isPending} onClick={undoAll}>
              {texts.undoRequest}
            </Button>
          </>
        )}
        <Button size="xs" variant="subtle" onClick={() => showRequest(requestId)}>
          {texts.showRequest}
        </Button>
      </Group>
      {reasons.length > 0 && (
        <Alert color="red" variant="light" title={texts.refused} mb="md" role="alert">
          {reasons.map((reason) => (
            <div key={reason}>
              <LongText text={reason} />
            </div>
          ))}
        </Alert>
      )}
      <FieldChanges label={texts.fieldList} before={change.before} after={change.after} />
      {dialog}
    </>
  );
}
