import { Button, Checkbox, Group, Select, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { newId } from '../api/new-id.ts';
import { useTexts } from '../i18n/language.ts';
import { DateRangeFields } from '../kit/date-range-fields.tsx';
import { FormDialog } from '../kit/form-dialog.tsx';
import { useNotify } from '../kit/use-notify.ts';
import { type Absence, isWrongOrder, normalized, type PartOfDay, partOfDay, partsOf, type Request } from './absence.ts';
import { useAbsenceTexts } from './texts.ts';

interface Props {
  readonly resourceNo: string;
  /** The absence that is requested again; undefined for a new one. */
  readonly again?: Absence | undefined;
  readonly today: string;
  onClose(): void;
}

const requestOf = (absence: Absence | undefined, today: string): Request => ({
  kind: absence?.kind ?? 0,
  startDate: absence?.startDate ?? today,
  endDate: absence?.endDate ?? today,
  startPart: absence?.startPart ?? 0,
  endPart: absence?.endPart ?? 0,
  note: absence?.note ?? '',
});

export function RequestDialog({ resourceNo, again, today, onClose }: Props) {
  const texts = useAbsenceTexts();
  const common = useTexts();
  const notify = useNotify();
  const queries = useQueryClient();
  // The same for every try: a request that got through without its response is not stored twice.
  const [externalId] = useState(() => again?.externalId ?? newId());
  const [request, setRequest] = useState(() => requestOf(again, today));
  const [sending, setSending] = useState(false);
  const change = (part: Partial<Request>): void => setRequest((before) => ({ ...before, ...part }));
  const wrong = isWrongOrder(request);
  const send = async (): Promise<void> => {
    if (wrong || sending) return;
    setSending(true);
    try {
      const { note, ...rest } = normalized(request);
      const body = {
        externalId,
        resourceNo,
        ...rest,
        note: note.trim() === '' ? null : note.trim(),
        status: 0 as const,
      };
      await api.post('/absence', { body, once: newId() });
      notify.success(texts.sent);
      onClose();
    } catch (error) {
      notify.error(error);
    }
    setSending(false);
    await queries.invalidateQueries({ queryKey: ['absences'] });
  };
  return (
    <FormDialog title={again ? texts.requestAgain : texts.request} onSubmit={() => void send()} onClose={onClose}>
      <Select
        label={texts.kind}
        allowDeselect={false}
        data={texts.kinds.map((label, at) => ({ value: String(at), label }))}
        value={String(request.kind)}
        onChange={(kind) => change({ kind: Number(kind) as Request['kind'] })}
      />
      <div className="absence-range">
        <DateRangeFields
          from={request.startDate}
          to={request.endDate}
          labels={{ from: texts.from, to: texts.to }}
          required
          error={wrong ? texts.wrongOrder : undefined}
          onChange={({ from, to }) =>
            change({
              ...(from === undefined ? {} : { startDate: from, ...(request.endDate < from ? { endDate: from } : {}) }),
              ...(to === undefined ? {} : { endDate: to }),
            })
          }
        />
      </div>
      <HalfDays request={request} onChange={change} />
      <Textarea
        label={texts.note}
        maxLength={500}
        autosize
        minRows={2}
        value={request.note}
        onChange={(event) => change({ note: event.currentTarget.value })}
      />
      <Group justify="flex-end" mt="xs">
        <Button variant="default" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button type="submit" loading={sending} disabled={wrong || request.startDate === '' || request.endDate === ''}>
          {texts.send}
        </Button>
      </Group>
    </FormDialog>
  );
}

function HalfDays({ request, onChange }: { request: Request; onChange(part: Partial<Request>): void }) {
  const texts = useAbsenceTexts();
  if (request.startDate === request.endDate)
    return (
      <Select
        label={texts.onlyPart}
        allowDeselect={false}
        data={(['day', 'morning', 'afternoon'] as const).map((value) => ({ value, label: texts.parts[value] }))}
        value={partOfDay(normalized(request))}
        onChange={(part) => onChange(partsOf(part as PartOfDay))}
      />
    );
  return (
    <>
      <Checkbox
        label={texts.fromAfternoon}
        checked={request.startPart === 1}
        onChange={(event) => onChange({ startPart: event.currentTarget.checked ? 1 : 0 })}
      />
      <Checkbox
        label={texts.toMidday}
        checked={request.endPart === 1}
        onChange={(event) => onChange({ endPart: event.currentTarget.checked ? 1 : 0 })}
      />
    </>
  );
}
