import { Alert, Button, PasswordInput, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { api } from '../api/client.ts';
import { areaTexts } from '../i18n/area-texts.ts';
import { useTexts } from '../i18n/language.ts';
import { useErrorMessage } from '../messages/error-message.ts';
import { SignInFrame } from './sign-in-frame.tsx';

const useRemovalTexts = areaTexts({
  en: {
    title: 'Remove the second factor',
    hint: 'Enter your password to remove all passkeys, one-time codes and recovery codes of your account. You are signed out everywhere.',
    remove: 'Remove second factor',
    removed: 'The second factor is removed. Sign in with your password and set up a new one.',
    toSignIn: 'Go to sign-in',
  },
  nl: {
    title: 'Tweede factor verwijderen',
    hint: 'Voer uw wachtwoord in om alle passkeys, eenmalige codes en herstelcodes van uw account te verwijderen. U wordt overal afgemeld.',
    remove: 'Tweede factor verwijderen',
    removed: 'De tweede factor is verwijderd. Meld u aan met uw wachtwoord en stel een nieuwe in.',
    toSignIn: 'Naar aanmelden',
  },
  de: {
    title: 'Zweiten Faktor entfernen',
    hint: 'Geben Sie Ihr Passwort ein, um alle Passkeys, Einmalcodes und Wiederherstellungscodes Ihres Kontos zu entfernen. Sie werden überall abgemeldet.',
    remove: 'Zweiten Faktor entfernen',
    removed: 'Der zweite Faktor ist entfernt. Melden Sie sich mit Ihrem Passwort an und richten Sie einen neuen ein.',
    toSignIn: 'Zur Anmeldung',
  },
  fr: {
    title: 'Supprimer le second facteur',
    hint: 'Saisissez votre mot de passe pour supprimer toutes les clés d’accès, les codes à usage unique et les codes de secours de votre compte. Vous serez déconnecté partout.',
    remove: 'Supprimer le second facteur',
    removed: 'Le second facteur est supprimé. Connectez-vous avec votre mot de passe et configurez-en un nouveau.',
    toSignIn: 'Aller à la connexion',
  },
});

/** The page of the link that a person gets who lost the second factor. */
export function SecondFactorRemovalPage({ token }: { readonly token: string }) {
  const texts = useRemovalTexts();
  const common = useTexts();
  const messageOf = useErrorMessage();
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string>();
  const [state, setState] = useState<'asking' | 'busy' | 'removed'>('asking');
  const remove = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setState('busy');
    setProblem(undefined);
    try {
      await api.post('/secondFactorRemoval', { body: { token, password } });
      setState('removed');
    } catch (error) {
      setProblem(messageOf(error));
      setState('asking');
    }
  };
  return (
    <SignInFrame title={texts.title}>
      {state === 'removed' ? (
        <Stack gap="md">
          <Text size="sm">{texts.removed}</Text>
          <Button component="a" href="/app/">
            {texts.toSignIn}
          </Button>
        </Stack>
      ) : (
        <form onSubmit={(event) => void remove(event)}>
          <Stack gap="md">
            <Text size="sm">{texts.hint}</Text>
            {problem !== undefined && (
              <Alert color="red" variant="light" role="alert">
                {problem}
              </Alert>
            )}
            <PasswordInput
              label={common.password}
              autoComplete="current-password"
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
              required
              withAsterisk={false}
              autoFocus
            />
            <Button type="submit" color="red" loading={state === 'busy'}>
              {texts.remove}
            </Button>
          </Stack>
        </form>
      )}
    </SignInFrame>
  );
}
