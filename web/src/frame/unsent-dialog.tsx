import { Button, Group, Modal, Text } from '@mantine/core';
import { areaTexts } from '../i18n/area-texts.ts';
import { useTexts } from '../i18n/language.ts';

const useUnsentTexts = areaTexts({
  en: {
    title: 'Unsent actions',
    body: (count: number) =>
      `${count} ${count === 1 ? 'action is' : 'actions are'} only on this device. Signing out deletes them.`,
    stay: 'Stay signed in',
    leave: 'Sign out and discard',
  },
  nl: {
    title: 'Niet-verzonden acties',
    body: (count: number) =>
      `${count} ${count === 1 ? 'actie staat' : 'acties staan'} alleen op dit toestel. Afmelden verwijdert ze.`,
    stay: 'Aangemeld blijven',
    leave: 'Afmelden en verwerpen',
  },
  de: {
    title: 'Nicht gesendete Aktionen',
    body: (count: number) =>
      `${count} ${count === 1 ? 'Aktion ist' : 'Aktionen sind'} nur auf diesem Gerät. Beim Abmelden werden sie gelöscht.`,
    stay: 'Angemeldet bleiben',
    leave: 'Abmelden und verwerfen',
  },
  fr: {
    title: 'Actions non envoyées',
    body: (count: number) =>
      `${count} ${count === 1 ? 'action n’est' : 'actions ne sont'} que sur cet appareil. La déconnexion les supprime.`,
    stay: 'Rester connecté',
    leave: 'Se déconnecter et abandonner',
  },
});

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
