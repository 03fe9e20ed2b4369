import { Card, Page } from '../../kit/page.tsx';
import type { Stored } from './record-kind.ts';
import { type PaneProps, RecordPane } from './record-pane.tsx';

/** A section of the administration that is one table of records. */
export const RecordPage = <Row extends Stored>({ hint, ...pane }: PaneProps<Row> & { readonly hint: string }) => (
  <RecordPane
    {...pane}
    around={(actions, table) => (
      <Page title={pane.title} hint={hint} actions={actions}>
        <Card>{table}</Card>
      </Page>
    )}
  />
);
