import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import { areaTexts } from '../../../i18n/area-texts.ts';
import { useConfirm } from '../../../kit/use-confirm.tsx';
import { useNotify } from '../../../kit/use-notify.ts';

const useRemoveFactorTexts = areaTexts({
  en: {
    remove: 'Remove second factor',
    question: (email: string) => `Remove the second factor of ${email}?`,
    hint: 'For a person who lost it. First make sure that the request comes from this person. If the person chose the password, they get a mail with a link to remove it themselves; otherwise it is removed at once and the person is signed out everywhere.',
    removed: 'The second factor is removed.',
    mailed: (email: string) => `A mail was sent to ${email}.`,
  },
  nl: {
    remove: 'Tweede factor verwijderen',
    question: (email) => `De tweede factor van ${email} verwijderen?`,
    hint: 'Voor iemand die hem kwijt is. Controleer eerst of de vraag van deze persoon komt. Heeft de persoon zelf het wachtwoord gekozen, dan krijgt die een mail met een link om hem zelf te verwijderen; anders wordt hij meteen verwijderd en wordt de persoon overal afgemeld.',
    removed: 'De tweede factor is verwijderd.',
    mailed: (email) => `Er is een mail naar ${email} gestuurd.`,
  },
  de: {
    remove: 'Zweiten Faktor entfernen',
    question: (email) => `Zweiten Faktor von ${email} entfernen?`,
    hint: 'Für jemanden, der ihn verloren hat. Prüfen Sie zuerst, ob die Bitte von dieser Person kommt. Hat die Person das Passwort selbst gewählt, bekommt sie eine Mail mit einem Link, um ihn selbst zu entfernen; sonst wird er sofort entfernt und die Person überall abgemeldet.',
    removed: 'Der zweite Faktor ist entfernt.',
    mailed: (email) => `Eine Mail wurde an ${email} gesendet.`,
  },
  fr: {
    remove: 'Supprimer le second facteur',
    question: (email) => `Supprimer le second facteur de ${email} ?`,
    hint: 'Pour une personne qui l’a perdu. Vérifiez d’abord que la demande vient bien d’elle. Si elle a choisi son mot de passe, elle reçoit un e-mail avec un lien pour le supprimer elle-même ; sinon il est supprimé immédiatement et la personne est déconnectée partout.',
    removed: 'Le second facteur est supprimé.',
    mailed: (email) => `Un e-mail a été envoyé à ${email}.`,
  },
});

/** Helps a user who lost the second factor. */
export function RemoveSecondFactor({ email }: { readonly email: string }) {
  const texts = useRemoveFactorTexts();
  const notify = useNotify();
  const confirm = useConfirm();
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: () => api.post('/user/removeSecondFactor', { body: { email } }),
    onError: notify.error,
    onSuccess: async ({ removed }) => {
      await queries.invalidateQueries({ queryKey: ['administration'] });
      notify.success(removed ? texts.removed : texts.mailed(email));
    },
  });
  const ask = (): void =>
    confirm.ask({ title: texts.question(email), body: texts.hint, yes: texts.remove, act: () => remove.mutate() });
  return (
    <>
      <Button
        size="compact-xs"
        variant="subtle"
        disabled={remove.isPending}
        aria-label={`${texts.remove}: ${email}`}
        onClick={ask}
      >
        {texts.remove}
      </Button>
      {confirm.dialog}
    </>
  );
}
