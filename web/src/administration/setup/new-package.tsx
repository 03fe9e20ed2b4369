import { Alert, Button, FileButton, Group, SegmentedControl, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useRef } from 'react';
import { Card } from '../../kit/page.tsx';
import { useConfirm } from '../../kit/use-confirm.tsx';
import { useNotify } from '../../kit/use-notify.ts';
import { useSession } from '../../session/session.ts';
import type { PlacedProblem } from './check-package.ts';
import { useCheckTexts } from './check-texts.ts';
import { applyPackage, formatOfFile, type PackageText, planPackage } from './package-text.ts';
import { Plan } from './plan.tsx';
import { ProblemList } from './problem-list.tsx';
import { starterPackage } from './starter-package.ts';
import { useSetupTexts } from './texts.ts';
import { useDraft } from './use-draft.ts';
import { usePackageCheck } from './use-package-check.ts';

/** A new package: its text, a preview of its changes, then apply. */
export function NewPackage({ sent }: { sent: (id: number) => void }) {
  const texts = useSetupTexts();
  const notify = useNotify();
  const [text, setText, clear] = useDraft();
  const problems = usePackageCheck(text);
  const field = useRef<HTMLTextAreaElement>(null);
  const plan = useMutation({ mutationFn: planPackage });
  const apply = useMutation({
    mutationFn: applyPackage,
    onSuccess: (id) => {
      plan.reset();
      clear();
      sent(id);
    },
    onError: notify.error,
  });
  const open = (next: PackageText): void => {
    setText(next);
    plan.mutate(next);
  };
  /** Only the text that was planned can be applied. */
  const isPlanned = plan.variables?.content === text.content && plan.variables.format === text.format;
  return (
    <Card
      title={texts.newPackage}
      actions={
        <>
          <Starter text={text} onOpen={setText} />
          <PackageFile onOpen={open} />
        </>
      }
    >
      <PackageEditor text={text} onChange={setText} problems={problems} field={field}>
        <Button
          size="xs"
          variant={isPlanned && plan.data ? 'default' : 'filled'}
          disabled={text.content.trim() === ''}
          loading={plan.isPending}
          onClick={() => plan.mutate(text)}
        >
          {texts.plan}
        </Button>
        {plan.data && (
          <Button
            size="xs"
            disabled={!isPlanned || !plan.data.applies || plan.data.changes.length === 0}
            loading={apply.isPending}
            onClick={() => apply.mutate(text)}
          >
            {texts.apply}
          </Button>
        )}
        {plan.data && !isPlanned && <span className="log-soft">{texts.changed}</span>}
      </PackageEditor>
      {plan.isError && (
        <Alert color="red" variant="light" mt="md" role="alert" title={texts.cannotApply}>
          {notify.messageOf(plan.error)}
        </Alert>
      )}
      {plan.data && <Plan plan={plan.data} />}
    </Card>
  );
}

function PackageFile({ onOpen }: { onOpen(text: PackageText): void }) {
  const { chooseFile } = useSetupTexts();
  const read = async (file: File | null): Promise<void> => {
    if (file) onOpen({ content: await file.text(), format: formatOfFile(file.name) });
  };
  return (
    <FileButton
      accept=".json,.json5,.yaml,.yml"
      onChange={(file) => void read(file)}
      inputProps={{ 'aria-label': chooseFile }}
    >
      {(props) => (
        <Button size="xs" variant="default" {...props}>
          {chooseFile}
        </Button>
      )}
    </FileButton>
  );
}

/** Fills in a small package to start from. A text that is there is replaced only after a confirmation. */
function Starter({ text, onOpen }: { text: PackageText; onOpen(text: PackageText): void }) {
  const texts = useSetupTexts();
  const { comments } = useCheckTexts();
  const { user } = useSession();
  const { ask, dialog } = useConfirm();
  const fill = (): void => onOpen({ ...text, content: starterPackage(text.format, user.email, comments) });
  const start = (): void =>
    text.content.trim() === ''
      ? fill()
      : ask({ title: texts.replaceText, body: texts.replaceTextBody, yes: texts.replace, act: fill });
  return (
    <>
      <Button size="xs" variant="default" onClick={start}>
        {texts.starter}
      </Button>
      {dialog}
    </>
  );
}

interface EditorProps {
  readonly text: PackageText;
  readonly problems: readonly PlacedProblem[] | undefined;
  readonly field: RefObject<HTMLTextAreaElement | null>;
  /** Buttons beside the format. */
  readonly children: ReactNode;
  onChange(text: PackageText): void;
}

function PackageEditor({ text, problems, field, children, onChange }: EditorProps) {
  const texts = useSetupTexts();
  const goTo = (offset: number): void => {
    field.current?.focus();
    field.current?.setSelectionRange(offset, offset);
  };
  return (
    <>
      <Textarea
        ref={field}
        label={texts.text}
        placeholder={texts.textHint}
        value={text.content}
        onChange={({ currentTarget }) => onChange({ ...text, content: currentTarget.value })}
        autosize
        minRows={4}
        maxRows={14}
        spellCheck={false}
        styles={{ input: { fontFamily: 'monospace', fontSize: 12 } }}
      />
      <ProblemList problems={problems} goTo={goTo} />
      <Group mt="sm" gap="sm">
        <SegmentedControl
          size="xs"
          aria-label={texts.format}
          value={text.format}
          onChange={(format) => onChange({ ...text, format: format as PackageText['format'] })}
          data={[
            { value: 'json', label: 'JSON / JSON5' },
            { value: 'yaml', label: 'YAML' },
          ]}
        />
        {children}
      </Group>
    </>
  );
}
