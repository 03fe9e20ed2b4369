import { Button, Group, Modal, Text } from '@mantine/core';
import { useTexts } from '../i18n/language.ts';
import { useUnsentTexts } from './unsent-texts.ts';

/** Warns before signing out when this device holds unsent actions. */
export function UnsentDialog({ count, stay, leave }: { count: number; stay(): void; leave(): void }) {
  const texts = useUnsentTexts();
  const { close } = useTexts();
  return (
    <Modal opened onClose={stay} title={texts.title} closeButtonProps={{ 'aria-label': close }}>
      <Text size="sm">{texts.body(count)}</Text>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={stay}>
          {texts.stay}
        </Button>
        <Button color="red" onClick={leave}>
          {texts.leave}
        </Button>
      </Group>
    </Modal>
  );
}
