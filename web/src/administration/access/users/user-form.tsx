import { Alert, Autocomplete, Group, PasswordInput, Select, Switch, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Schemas } from '../../../api/schema.ts';
import { languages } from '../../../i18n/language.ts';
import { FormDialog } from '../../../kit/form-dialog.tsx';
import { FormFooter } from '../../../kit/form-footer.tsx';
import { backOfficeOf } from '../../record-editor/record-kind.ts';
import { useEditorTexts } from '../../record-editor/texts.ts';
import { ResourceSelect } from '../../resource-select.tsx';
import { canonicalRole } from '../permission-texts.ts';
import { RoleChoice } from './role-choice.tsx';
import { useUserTexts } from './texts.ts';
import { UserViews } from './user-views.tsx';

type User = Schemas['UserRead'];

interface Props {
  /** Undefined for a new one. */
  readonly user: User | undefined;
  readonly isSelf: boolean;
  save(written: Schemas['UserWrite'], version: number | undefined): Promise<unknown>;
  close(): void;
}

const zones = Intl.supportedValuesOf('timeZone');

const draftOf = (user: User | undefined) => ({
  email: user?.email ?? '',
  displayName: user?.displayName ?? '',
  roles: (user?.roles ?? ['planner']).map(canonicalRole),
  language: user?.language ?? null,
  timeZone: user?.timeZone ?? '',
  resourceNo: user?.resourceNo ?? null,
  enabled: user?.enabled ?? true,
  password: '',
});

type Draft = ReturnType<typeof draftOf>;

const writeOf = ({ password, displayName, timeZone, ...rest }: Draft): Schemas['UserWrite'] => ({
  ...rest,
  displayName: displayName || null,
  timeZone: timeZone || null,
  ...(password === '' ? {} : { password }),
});

export function UserForm({ user, isSelf, save, close }: Props) {
  const texts = useUserTexts();
  const editor = useEditorTexts();
  const [draft, setDraft] = useState(draftOf(user));
  const [badEmail, setBadEmail] = useState(false);
  const saving = useMutation({ mutationFn: () => save(writeOf(draft), user?.version), onSuccess: close });
  const set = (changes: Partial<Draft>): void => setDraft((last) => ({ ...last, ...changes }));
  const owner = user && backOfficeOf(user);
  const submit = (): void => {
    const isAddress = /^[^\s@]+@[^\s@]+$/.test(draft.email);
    setBadEmail(!isAddress);
    if (isAddress) saving.mutate();
  };
  return (
    <FormDialog
      size="lg"
      title={user ? texts.edit(user.displayName ?? user.email) : texts.add}
      noValidate
      autoComplete="off"
      onSubmit={submit}
      onClose={close}
    >
      {user && <UserViews user={user} />}
      {owner && <Alert color="yellow">{editor.owned(owner)}</Alert>}
      <Group grow align="flex-start">
        <TextInput
          label={texts.email}
          description={user ? texts.emailFixed : undefined}
          error={badEmail ? texts.badEmail : undefined}
          withAsterisk
          disabled={user !== undefined}
          maxLength={254}
          value={draft.email}
          onChange={(event) => set({ email: event.target.value })}
        />
        <TextInput
          label={texts.name}
          maxLength={100}
          value={draft.displayName}
          onChange={(event) => set({ displayName: event.target.value })}
        />
      </Group>
      <RoleChoice value={draft.roles} kept={isSelf ? ['admin'] : []} change={(roles) => set({ roles })} />
      {isSelf && <p className="color-note">{texts.yourself}</p>}
      <PreferenceFields draft={draft} set={set} />
      <PasswordInput
        label={user ? texts.newPassword : texts.password}
        description={user ? texts.passwordKept : `${texts.noPassword} ${texts.passwordHint}`}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-hidden': true, tabIndex: -1 }}
        value={draft.password}
        onChange={(event) => set({ password: event.target.value })}
      />
      <Switch
        label={texts.enabled}
        disabled={isSelf}
        checked={draft.enabled}
        onChange={(event) => set({ enabled: event.target.checked })}
      />
      <FormFooter error={saving.error} isBusy={saving.isPending} onCancel={close} />
    </FormDialog>
  );
}

/** Language, time zone and resource of a user. */
function PreferenceFields({ draft, set }: { draft: Draft; set(changes: Partial<Draft>): void }) {
  const texts = useUserTexts();
  return (
    <>
      <Group grow align="flex-start">
        <Select
          label={texts.language}
          description={texts.languageHint}
          clearable
          data={Object.entries(languages).map(([value, label]) => ({ value, label }))}
          value={draft.language}
          onChange={(language) => set({ language })}
        />
        <Autocomplete
          label={texts.timeZone}
          description={texts.timeZoneHint}
          limit={30}
          data={zones}
          value={draft.timeZone}
          onChange={(timeZone) => set({ timeZone })}
        />
      </Group>
      <ResourceSelect
        label={texts.resource}
        description={texts.resourceHint}
        value={draft.resourceNo}
        change={(resourceNo) => set({ resourceNo })}
      />
    </>
  );
}
