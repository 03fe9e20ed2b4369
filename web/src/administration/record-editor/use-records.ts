import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNotify } from '../../kit/use-notify.ts';
import { keyOf, type RecordKind, type Stored } from './record-kind.ts';
import { useEditorTexts } from './texts.ts';

/** The records of a kind, and how they are written. A write may change any other list, so all queries are invalidated. */
export function useRecords<Row extends Stored>(kind: RecordKind<Row>) {
  const texts = useEditorTexts();
  const notify = useNotify();
  const queries = useQueryClient();
  const query = useQuery({ queryKey: ['administration', kind.name], queryFn: kind.list });
  const save = useMutation({
    mutationFn: ({ row, version }: { row: Row; version: number | undefined }) => kind.write(row, version),
    onSuccess: async () => {
      await queries.invalidateQueries();
      notify.success(texts.saved);
    },
  });
  const remove = useMutation({
    mutationFn: (row: Row) => kind.remove(row),
    onError: notify.error,
    onSuccess: async (_, row) => {
      await queries.invalidateQueries();
      notify.success(texts.deleted(keyOf(kind, row)));
    },
  });
  return { query, save, remove };
}
