import { Button, Group, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Schemas } from '../../../api/schema.ts';
import { useTexts } from '../../../i18n/language.ts';
import { FormDialog } from '../../../kit/form-dialog.tsx';
import { FormFooter } from '../../../kit/form-footer.tsx';
import type { Role } from '../role-query.ts';
import { PermissionChoice } from './permission-choice.tsx';
import { useRoleTexts } from './texts.ts';

export interface EditedRole {
  readonly title: string;
  /** Undefined for a new role, which may start as a copy. */
  readonly stored: Role | undefined;
  readonly permissions: readonly string[];
  readonly description: string | null;
}

interface Props {
  readonly role: EditedRole;
  readonly taken: readonly string[];
  save(written: Schemas['RoleWrite'], version: number | undefined): Promise<unknown>;
  close(): void;
}

/** A role and its permissions. A built-in one is only shown. */
export function RoleForm({ role: { title, stored, ...start }, taken, save, close }: Props) {
  const texts = useRoleTexts();
  const common = useTexts();
  const [name, setName] = useState(stored?.name ?? '');
  const [description, setDescription] = useState(start.description ?? '');
  const [permissions, setPermissions] = useState<readonly string[]>(start.permissions);
  const [problem, setProblem] = useState<string>();
  const saving = useMutation({
    mutationFn: () =>
      save({ name: name.trim(), description: description || null, permissions }, stored?.version ?? undefined),
    onSuccess: close,
  });
  const submit = (): void => {
    const isTaken = !stored && taken.some((each) => each.toLowerCase() === name.trim().toLowerCase());
    const found = name.trim() === '' ? texts.needName : isTaken ? texts.taken : undefined;
    setProblem(found);
    if (found === undefined) saving.mutate();
  };
  const fixed = stored?.builtIn === true;
  return (
    <FormDialog size="lg" title={title} noValidate onSubmit={submit} onClose={close}>
      {!fixed && (
        <Group grow align="flex-start">
          <TextInput
            label={texts.name}
            description={stored ? texts.nameFixed : undefined}
            error={problem}
            withAsterisk
            disabled={stored !== undefined}
            maxLength={50}
            value={name}
            onChange={(event) => {
              setName(event.target.value);
              setProblem(undefined);
            }}
          />
          <TextInput
            label={texts.description}
            maxLength={200}
            value={description}
            onChange={(event) => setDescription(event.target.value)}
          />
        </Group>
      )}
      <PermissionChoice value={permissions} fixed={fixed} change={setPermissions} />
      {fixed ? (
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {common.close}
          </Button>
        </Group>
      ) : (
        <FormFooter error={saving.error} isBusy={saving.isPending} onCancel={close} />
      )}
    </FormDialog>
  );
}
