import { Alert, Button, FileButton, Group, SegmentedControl, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Card } from '../../kit/page.tsx';
import { useNotify } from '../../kit/use-notify.ts';
import { applyPackage, formatOfFile, type PackageText, planPackage } from './package-text.ts';
import { Plan } from './plan.tsx';
import { useSetupTexts } from './texts.ts';

const empty: PackageText = { content: '', format: 'json' };

/** A new package: its text, a preview of its changes, then apply. */
export function NewPackage({ sent }: { sent: (id: number) => void }) {
  const texts = useSetupTexts();
  const notify = useNotify();
  const [text, setText] = useState(empty);
  const plan = useMutation({ mutationFn: planPackage });
  const apply = useMutation({
    mutationFn: applyPackage,
    onSuccess: (id) => {
      plan.reset();
      setText(empty);
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
    <Card title={texts.newPackage} actions={<PackageFile onOpen={open} />}>
      <PackageEditor text={text} onChange={setText}>
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

interface EditorProps {
  readonly text: PackageText;
  /** Buttons beside the format. */
  readonly children: ReactNode;
  onChange(text: PackageText): void;
}

function PackageEditor({ text, children, onChange }: EditorProps) {
  const texts = useSetupTexts();
  return (
    <>
      <Textarea
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
