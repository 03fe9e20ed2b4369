import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { railOf } from '../frame/rail.ts';
import { type Language, languages, useLocale } from '../i18n/language.ts';
import { Card } from '../kit/page.tsx';
import { useNotify } from '../kit/use-notify.ts';
import { type Preferences, useSession, useSessionActions, zoneOf } from '../session/session.ts';
import { useProfileTexts } from './profile-texts.ts';

const LONGEST_NAME = 100;
const USUAL = 'default';

/** What the user is called, and how the application is shown to them. A choice is saved when it is made. */
export function ProfileSection() {
  const texts = useProfileTexts();
  const session = useSession();
  const { user } = session;
  const { language, texts: common, setLanguage } = useLocale();
  const { isBusy, save } = useSave();
  const zone = zoneOf(session);
  const zones = [...new Set([zone, 'UTC', ...Intl.supportedValuesOf('timeZone')])].sort();
  const stops = railOf(session).map(({ to, text }) => ({ value: to.slice(1), label: common[text] as string }));
  const startPage = stops.find(({ value }) => value === user.startPage)?.value ?? USUAL;
  return (
    <Card title={texts.title}>
      <NameForm key={user.displayName} isBusy={isBusy} onSave={(displayName) => void save({ displayName })} />
      <Group gap="md" align="end">
        <NativeSelect
          label={common.language}
          value={language}
          data={Object.entries(languages).map(([value, label]) => ({ value, label }))}
          onChange={(event) => setLanguage(event.currentTarget.value as Language)}
        />
        <NativeSelect
          label={common.timeZone}
          disabled={isBusy}
          value={zone}
          data={zones}
          onChange={(event) => void save({ timeZone: event.currentTarget.value })}
        />
        <NativeSelect
          label={texts.theme}
          disabled={isBusy}
          value={String(user.theme)}
          data={texts.themes.map((label, value) => ({ value: String(value), label }))}
          onChange={(event) => void save({ theme: Number(event.currentTarget.value) })}
        />
        <NativeSelect
          label={texts.startPage}
          disabled={isBusy}
          value={startPage}
          data={[{ value: USUAL, label: texts.usual }, ...stops]}
          onChange={(event) => void save({ startPage: event.currentTarget.value })}
        />
      </Group>
    </Card>
  );
}

function useSave() {
  const texts = useProfileTexts();
  const notify = useNotify();
  const { prefer } = useSessionActions();
  const [isBusy, setBusy] = useState(false);
  const save = async (preferences: Preferences): Promise<void> => {
    setBusy(true);
    await prefer(preferences).then(() => notify.success(texts.saved), notify.error);
    setBusy(false);
  };
  return { isBusy, save };
}

function NameForm({ isBusy, onSave }: { isBusy: boolean; onSave: (name: string) => void }) {
  const texts = useProfileTexts();
  const { texts: common } = useLocale();
  const { user } = useSession();
  const [typed, setTyped] = useState(user.displayName ?? '');
  const name = typed.trim();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (name !== '' && name !== user.displayName) onSave(name);
  };
  return (
    <form onSubmit={submit}>
      <Group gap="sm" align="end" mb="md">
        <TextInput
          label={texts.name}
          description={texts.nameHint}
          autoComplete="name"
          required
          maxLength={LONGEST_NAME}
          miw={280}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" disabled={isBusy || name === '' || name === user.displayName}>
          {common.save}
        </Button>
      </Group>
    </form>
  );
}
