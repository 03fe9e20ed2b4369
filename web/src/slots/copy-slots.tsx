import { Button, Modal, Textarea } from '@mantine/core';
import { useState } from 'react';
import { worded } from '../dates/worded.ts';
import { Icon } from '../frame/icons.tsx';
import { useLocale } from '../i18n/language.ts';
import { useNotify } from '../kit/use-notify.ts';
import { bestTimes, type SlotCard } from './cards.ts';
import { spanOn } from './slot-time.ts';
import { useSlotTexts } from './texts.ts';

const COPIED_SLOTS = 3;

/** The three best slots as a text that can be read to the customer or sent. */
export function CopySlots({ cards, zone }: { cards: readonly SlotCard[]; zone: string }) {
  const texts = useSlotTexts();
  const { texts: common, locale } = useLocale();
  const notify = useNotify();
  const [shown, setShown] = useState<string>();
  const copy = async (): Promise<void> => {
    const lines = bestTimes(cards, COPIED_SLOTS).map(({ start, end, resourceName }, i) => {
      const [from, till] = [Date.parse(start), Date.parse(end)];
      return `${i + 1}. ${worded('longDay', locale, from, zone)}, ${spanOn(zone, from, till)} (${resourceName})`;
    });
    const text = [texts.offer, ...lines].join('\n');
    try {
      await navigator.clipboard.writeText(text);
      notify.success(texts.copied);
    } catch {
      // Without TLS a page cannot write to the clipboard, so the user copies the text.
      setShown(text);
    }
  };
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<Icon name="copy" size={14} />}
        onClick={() => void copy()}
      >
        {texts.copyOffer}
      </Button>
      <Modal
        opened={shown !== undefined}
        onClose={() => setShown(undefined)}
        title={texts.copyYourself}
        closeButtonProps={{ 'aria-label': common.close }}
      >
        <Textarea
          aria-label={texts.copyYourself}
          readOnly
          autosize
          data-autofocus
          value={shown ?? ''}
          onFocus={(event) => event.currentTarget.select()}
        />
      </Modal>
    </>
  );
}
