import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Client } from '../../packages/client/src/index.ts';
import { isGenuine } from '../verify-signature.ts';

/** What the service sends to a connector, as far as this ERP reads it. */
export interface Delivery {
  readonly Entity: 'Appointment' | 'TimeEntry' | 'Test';
  readonly DatabaseAction: 'I' | 'U' | 'D';
  readonly ChangeNumber: number;
  readonly SentFromBackOffice: boolean;
  readonly AppointmentGuid?: string;
  readonly StartDate?: string;
  readonly Task?: { readonly TaskNo: string; readonly Job: { readonly JobNo: string } } | null;
  readonly Resources?: readonly { readonly ResourceNo: string }[];
  readonly TimeEntryId?: number;
  readonly Status?: number;
  readonly JobNo?: string;
  readonly TaskNo?: string;
  readonly ResourceNo?: string;
  readonly DurationInSeconds?: number;
}

/** Thrown where the ERP does not take a delivery: the planner sees the reason at the appointment. */
export class Refused extends Error {}

/**
 * Receives deliveries, answers 202 at once, hands each over to `handle` once, and acknowledges it. Deliveries of one record come in order; a
 * repeated one has the same id, and after a replay an old body may come late, which its change number shows.
 */
export class Receiver {
  readonly #client: Client;
  readonly #handle: (delivery: Delivery) => Promise<void>;
  readonly #seen = new Set<string>();
  readonly #newest = new Map<string, number>();
  readonly #server: Server;
  #secret = '';

  constructor(client: Client, handle: (delivery: Delivery) => Promise<void>) {
    this.#client = client;
    this.#handle = handle;
    this.#server = createServer(async (request, response) => {
      let body = '';
      for await (const part of request) body += part;
      const isKnown = isGenuine(this.#secret, request.headers, body);
      response.writeHead(isKnown ? 202 : 401).end();
      if (isKnown) await this.#take(String(request.headers['webhook-id']), JSON.parse(body) as Delivery);
    });
  }

  /** Opens the port, and registers it as a connector of the SourceApp. A real ERP does this once and keeps the secret. */
  async open(port: number, sourceApp: string): Promise<void> {
    await new Promise<void>((ready) => {
      this.#server.listen(port, '127.0.0.1', ready);
    });
    const { port: open } = this.#server.address() as AddressInfo;
    const { results } = await this.#client.connector.upsertConnector({
      body: { sourceApp, name: 'Fake ERP', uri: `http://127.0.0.1:${open}/api/plan`, type: 3, authenticationType: 0 },
    });
    const id = String(results[0]?.id);
    this.#secret = (await this.#client.connector.postConnectorSecret({ path: { id }, body: {} })).secret;
    console.log(`listening as connector ${id}`);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((closed) => {
      this.#server.close(closed);
    });
  }

  async #take(id: string, delivery: Delivery): Promise<void> {
    if (this.#seen.has(id)) return;
    this.#seen.add(id);
    const record = `${delivery.Entity} ${delivery.AppointmentGuid ?? delivery.TimeEntryId}`;
    const isOutdated = delivery.ChangeNumber < (this.#newest.get(record) ?? 0);
    if (!isOutdated) this.#newest.set(record, delivery.ChangeNumber);
    try {
      if (!isOutdated) await this.#handle(delivery);
      await this.#client.connector.acknowledgeDelivery({ path: { id }, body: { status: 'processed' } });
    } catch (error) {
      if (error instanceof Refused) {
        const body = { status: 'refused', message: error.message } as const;
        await this.#client.connector.acknowledgeDelivery({ path: { id }, body });
        return;
      }
      // Not acknowledged: the appointment shows `received`, and a replay of the delivery is handled again.
      this.#seen.delete(id);
      console.error(`delivery ${id} failed:`, error);
    }
  }
}
