import { Text } from '@mantine/core';
import { useState } from 'react';
import type { StoredFormats } from '../dates/preferences.ts';
import { FormatFields } from '../kit/format-fields.tsx';
import { useFormatTexts } from '../kit/format-texts.ts';
import { Card } from '../kit/page.tsx';
import { useNotify } from '../kit/use-notify.ts';
import { useSession, useSessionActions } from '../session/session.ts';

/** How this user reads dates and times. The page is loaded again, so that every part of it follows. */
export function FormatsSection() {
  const texts = useFormatTexts();
  const notify = useNotify();
  const { user } = useSession();
  const { prefer } = useSessionActions();
  const [isBusy, setBusy] = useState(false);
  const change = async (formats: Partial<StoredFormats>): Promise<void> => {
    setBusy(true);
    try {
      await prefer(formats);
      window.location.reload();
    } catch (error) {
      setBusy(false);
      notify.error(error);
    }
  };
  return (
    <Card title={texts.title}>
      <Text size="sm" c="dimmed" mb="sm">
        {texts.ownHint}
      </Text>
      <FormatFields value={user} disabled={isBusy} onChange={(formats) => void change(formats)} />
    </Card>
  );
}
