import { Button, Group, Modal, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTexts } from '../i18n/language.ts';

interface Question {
  readonly title: string;
  readonly body?: ReactNode;
  /** Label of the confirm button. */
  readonly yes: string;
  act(): void;
}

/** Asks for confirmation before something that cannot be undone. */
export function useConfirm(): { ask(question: Question): void; dialog: ReactNode } {
  const texts = useTexts();
  const [question, setQuestion] = useState<Question>();
  const close = (): void => setQuestion(undefined);
  const dialog = (
    <Modal
      opened={question !== undefined}
      onClose={close}
      title={question?.title}
      closeButtonProps={{ 'aria-label': texts.close }}
      // Without this the dialog would fade out empty.
      transitionProps={{ duration: 0 }}
    >
      {question?.body !== undefined && <Text size="sm">{question.body}</Text>}
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={close}>
          {texts.cancel}
        </Button>
        <Button
          color="red"
          onClick={() => {
            question?.act();
            close();
          }}
        >
          {question?.yes}
        </Button>
      </Group>
    </Modal>
  );
  return { ask: setQuestion, dialog };
}
