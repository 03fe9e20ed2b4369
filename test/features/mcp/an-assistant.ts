import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect } from 'vitest';
import type { TestService } from '../../support/service.ts';

/** What a tool answered. */
interface ToolAnswer {
  readonly isError: boolean;
  readonly status: string;
  readonly summary: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into results freely
  readonly data: any;
  readonly nextCursor?: string;
  readonly error?: { readonly code: string; readonly message: string };
}

export interface Assistant {
  readonly client: Client;
  /** Names of the tools that are offered. */
  names(): Promise<string[]>;
  call(name: string, args?: Readonly<Record<string, unknown>>): Promise<ToolAnswer>;
  close(): Promise<void>;
}

/** The official client, with a credential. It begins with a handshake, unless a newer revision is named. */
export async function anAssistant(
  { baseUrl }: TestService,
  headers: Record<string, string>,
  revision?: string,
): Promise<Assistant> {
  const client = new Client(
    { name: 'test', version: '1' },
    revision === undefined ? {} : { versionNegotiation: { mode: { pin: revision } } },
  );
  await client.connect(new StreamableHTTPClientTransport(new URL(`${baseUrl}/mcp`), { requestInit: { headers } }));
  return {
    client,
    names: async () => (await client.listTools()).tools.map(({ name }) => name),
    async call(name, args = {}) {
      const { content, structuredContent, isError = false } = await client.callTool({ name, arguments: args });
      const [block] = content;
      expect(block?.type).toBe('text');
      if (block?.type === 'text') expect(JSON.parse(block.text)).toEqual(structuredContent);
      return { isError, ...(structuredContent as unknown as Omit<ToolAnswer, 'isError'>) };
    },
    close: () => client.close(),
  };
}
