import { Button, Code, Group, Modal, Text } from '@mantine/core';
import { useTexts } from '../../i18n/language.ts';
import { useConnectorTexts } from './texts.ts';

/** A signing secret, shown once. A click outside does not close the dialog. */
export function Secret({ secret, close }: { secret: string | undefined; close: () => void }) {
  const texts = useConnectorTexts();
  const common = useTexts();
  return (
    <Modal
      opened={secret !== undefined}
      onClose={close}
      closeOnClickOutside={false}
      title={texts.secretTitle}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      <Text size="sm" mb="sm">
        {texts.secretOnce}
      </Text>
      <Code block style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
        {secret}
      </Code>
      <Group justify="flex-end" mt="md">
        <Button onClick={close}>{common.close}</Button>
      </Group>
    </Modal>
  );
}
