import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/language.ts';

/** Details of one row, beside the list. */
export function DetailDrawer({
  title,
  opened,
  close,
  children,
}: {
  title: ReactNode;
  opened: boolean;
  close: () => void;
  children: ReactNode;
}) {
  const texts = useTexts();
  return (
    <Drawer
      opened={opened}
      onClose={close}
      position="right"
      size="min(760px, 100vw)"
      title={title}
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      {children}
    </Drawer>
  );
}
