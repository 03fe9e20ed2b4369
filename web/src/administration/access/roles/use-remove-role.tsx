import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api } from '../../../api/client.ts';
import { useConfirm } from '../../../kit/use-confirm.tsx';
import { useNotify } from '../../../kit/use-notify.ts';
import { mayOpen } from '../../../session/may.ts';
import { useSession } from '../../../session/session.ts';
import type { Role } from '../role-query.ts';
import { usersQuery } from '../users/users-query.ts';
import { useRoleTexts } from './texts.ts';

/** Deletes a role that nobody has; else says who has it. */
export function useRemoveRole(): { remove(role: Role): void; dialog: ReactNode } {
  const texts = useRoleTexts();
  const notify = useNotify();
  const queries = useQueryClient();
  const confirm = useConfirm();
  const { data: users } = useQuery({ ...usersQuery, enabled: mayOpen(useSession(), 'administration.users') });
  const removal = useMutation({
    mutationFn: ({ name }: Role) => api.delete('/role', { body: { name } }),
    onError: notify.error,
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['administration'] });
      notify.success(texts.deleted);
    },
  });
  const holders = (role: Role): string =>
    (users ?? [])
      .filter(({ roles }) => roles.some((each) => each.toLowerCase() === role.name.toLowerCase()))
      .map(({ displayName, email }) => displayName ?? email)
      .join(', ');
  const remove = (role: Role): void =>
    role.users > 0
      ? confirm.ask({
          title: texts.remove(role.name),
          body: holders(role) === '' ? texts.inUseCount(role.users) : texts.inUse(holders(role)),
          yes: texts.understood,
          act: () => {},
        })
      : confirm.ask({
          title: texts.removeQuestion(role.name),
          body: texts.removeHint,
          yes: texts.remove(role.name),
          act: () => removal.mutate(role),
        });
  return { remove, dialog: confirm.dialog };
}
