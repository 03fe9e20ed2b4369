import { Navigate, useParams } from '@tanstack/react-router';
import { kindIn } from './kinds.ts';
import { ListPage } from './list-page.tsx';
import { RecordPage } from './record-page.tsx';

/** The lists of the master data, and one record of them. */
export function MasterDataPage() {
  const { kind: name, record } = useParams({ strict: false }) as { kind?: string; record?: string };
  const kind = kindIn(name);
  if (!kind) return <Navigate to="/master-data/$kind" params={{ kind: 'resources' }} replace />;
  return record === undefined ? (
    <ListPage key={kind.name} kind={kind} />
  ) : (
    <RecordPage key={`${kind.name} ${record}`} kind={kind} record={record} />
  );
}
