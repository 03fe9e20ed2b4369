import { type Client, createClient } from '../packages/client/src/index.ts';

/** The client of all examples here. In a project of your own, import it from '@openslot/client'. */
export function connect(): Client {
  const apiKey = process.env['OPENSLOT_API_KEY'];
  if (!apiKey) {
    console.error('Set OPENSLOT_API_KEY to an API key of your tenant.');
    process.exit(1);
  }
  return createClient({ url: process.env['OPENSLOT_URL'] ?? 'http://127.0.0.1:8080', apiKey });
}
