import type pg from 'pg';

export interface Column {
  readonly name: string;
  readonly type: number;
}

interface Wire {
  parse(message: { text: string; name: string; types: readonly number[] }): void;
  describe(message: { type: 'S'; name: string }): void;
  sync(): void;
}

/** The columns that a statement returns, from the server's own description of it. Nothing is executed. */
export function describeStatement(client: pg.Client, text: string): Promise<readonly Column[]> {
  return new Promise((resolve, reject) => {
    let columns: readonly Column[] = [];
    client.query({
      submit(wire: Wire) {
        wire.parse({ text, name: '', types: [] });
        wire.describe({ type: 'S', name: '' });
        wire.sync();
      },
      handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }) {
        columns = fields.map(({ name, dataTypeID }) => ({ name, type: dataTypeID }));
      },
      handleError: reject,
      handleReadyForQuery: () => resolve(columns),
      // biome-ignore lint/suspicious/noExplicitAny: what the driver calls on its own queries, of which its types show only `submit`
    } as any);
  });
}
