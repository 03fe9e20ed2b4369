import { expect, test } from 'vitest';
import { type Answer, clientFor, type TestService, type TestTenant } from '../support/service.ts';

/**
 * A request as a public client sends it: method, path, headers and body are the client's; we wrote them down from its documentation. Nothing
 * here is adapted to the service.
 */
export interface Recorded {
  readonly what: string;
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** 200 unless the client expects another. */
  readonly status?: number;
  /** What the client does with the response, where it does more than look at the status. */
  reads?(answer: Answer): void;
}

/** What a request needs of the responses before it, and of the round. */
export interface Session {
  readonly tenant: TestTenant;
  readonly baseUrl: string;
  /** 1, 2, 3: a suite that ran before left its records behind. */
  readonly round: number;
  readonly kept: Map<string, string>;
}

type Suite = readonly ((session: Session) => Recorded)[];

interface Client {
  readonly name: string;
  /** The headers that the client sends with everything. */
  credential(session: Session): Record<string, string>;
  readonly suite: Suite;
}

const ROUNDS = [1, 2, 3];

/** Every request of the client succeeds, in three runs on the same tenant. */
export function testClient(client: Client, service: () => TestService): void {
  const tenant = { current: undefined as TestTenant | undefined };
  test.each(ROUNDS)(`every request of the ${client.name} succeeds, run %i on one tenant`, async (round) => {
    tenant.current ??= await service().tenant();
    const session: Session = { tenant: tenant.current, baseUrl: service().baseUrl, round, kept: new Map() };
    for (const step of client.suite) {
      const { what, method = 'POST', path, headers = {}, body, status = 200, reads } = step(session);
      const caller = clientFor(session.baseUrl, client.credential(session));
      const answer = await caller.send(method, path, body, { ...headers });
      expect(answer.status, `${what}: ${answer.text}`).toBe(status);
      reads?.(answer);
    }
  });
}

/** What the SDKs do with the response of a write: they parse `content`, and stop when `Appointments` is missing or a Guid is null. */
export function readsContent(answer: Answer): { readonly Id: number; readonly Guid: string }[] {
  const content = JSON.parse(answer.body.content);
  expect(content).toMatchObject({ Success: true, Status: 200, Phrase: 'OK' });
  expect(Array.isArray(content.Appointments)).toBe(true);
  for (const { Guid } of content.Appointments) expect(Guid).toMatch(/^[0-9a-f-]{36}$/i);
  // One client takes the word for a failure.
  expect(answer.text).not.toMatch(/error/i);
  return content.Appointments;
}

export const keep =
  (session: Session, name: string) =>
  (answer: Answer): void => {
    const [first] = readsContent(answer);
    expect(first, 'the appointment in the response').toBeDefined();
    if (first) session.kept.set(name, first.Guid).set(`${name}.id`, String(first.Id));
  };
