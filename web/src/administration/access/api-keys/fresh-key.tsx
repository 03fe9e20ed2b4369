import { Alert, Button, Code, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../../i18n/language.ts';
import { useKeyTexts } from './texts.ts';

/** A key that was just created. It is shown only here, so a click outside does not close the dialog. */
export function FreshKey({ name, secret, close }: { name: string; secret: string; close(): void }) {
  const texts = useKeyTexts();
  const common = useTexts();
  const call = `curl -H "X-Api-Key: ${secret}" ${window.location.origin}/whoami`;
  return (
    <Modal
      opened
      onClose={close}
      size="lg"
      closeOnClickOutside={false}
      title={`${texts.freshTitle}: ${name}`}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      <Stack gap="sm">
        <Alert color="yellow">{texts.freshHint}</Alert>
        <Copied label={texts.key} text={secret} />
        <Copied label={texts.tryIt} text={call} />
      </Stack>
      <Group justify="flex-end" mt="md">
        <Button onClick={close}>{texts.done}</Button>
      </Group>
    </Modal>
  );
}

/** A text to copy. Without access to the clipboard (no TLS), the text is selected instead. */
function Copied({ label, text }: { label: string; text: string }) {
  const texts = useKeyTexts();
  const [copied, setCopied] = useState(false);
  const copy = async (shown: Element | null): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      if (shown) window.getSelection()?.selectAllChildren(shown);
    }
  };
  return (
    <div>
      <Text size="sm" fw={600} mb={4}>
        {label}
      </Text>
      <div className="key-copied">
        <Code block aria-label={label}>
          {text}
        </Code>
        <Button
          variant="default"
          size="xs"
          aria-label={`${texts.copy}: ${label}`}
          onClick={(event) => void copy(event.currentTarget.previousElementSibling)}
        >
          {copied ? texts.copied : texts.copy}
        </Button>
      </div>
    </div>
  );
}
