import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { GeocodeProvider } from '../../src/domain/geocoding.ts';
import { geocodeMissing } from '../../src/features/geocoding/geocode-missing.ts';
import { makeLog } from '../../src/platform/log.ts';
import { enqueueMails } from '../../src/platform/mail/mail.ts';
import { Outages } from '../../src/platform/outages.ts';
import { aJob } from '../records/builders.ts';
import { startService, type TestService } from '../support/service.ts';

let lines: Record<string, unknown>[] = [];
const log = makeLog('info', { write: (text) => lines.push(JSON.parse(text)) });
const told = () => lines.map(({ msg }) => msg);
beforeEach(() => {
  lines = [];
});

describe('an outage', () => {
  let seconds = 0;
  let outages: Outages;
  beforeEach(() => {
    seconds = 0;
    outages = new Outages(log, () => seconds * 1000);
  });
  const fails = (times: number) => {
    for (let i = 0; i < times; i++) {
      seconds++;
      outages.failed('asking', { reason: 'nobody answers' });
    }
  };

  test('is logged when it begins and when it is over, with how long it took', () => {
    outages.worked('asking');
    fails(500);
    seconds += 40;
    outages.worked('asking');
    outages.worked('asking');
    expect(lines).toMatchObject([
      { level: 40, msg: 'asking failed, retrying', reason: 'nobody answers' },
      { level: 30, msg: 'asking works again', failures: 500, seconds: 539 },
    ]);
  });

  test('goes on while successes and failures come in turn', () => {
    for (let i = 0; i < 100; i++) {
      fails(1);
      outages.worked('asking');
    }
    expect(told()).toEqual(['asking failed, retrying']);
  });

  test('is another one after ten quiet minutes, and each thing has its own', () => {
    fails(1);
    outages.failed('sending', { reason: 'no' });
    seconds += 601;
    fails(2);
    expect(told()).toEqual(['asking failed, retrying', 'sending failed, retrying', 'asking failed, retrying']);
  });
});

describe('one line for', () => {
  let service: TestService;
  const provider: GeocodeProvider = {
    name: 'dead',
    ask: async () => {
      throw new Error('it cannot be reached');
    },
  };
  beforeAll(async () => {
    // Nobody listens there.
    service = await startService({ log, geocoding: { provider }, smtpUrl: 'smtp://127.0.0.1:9' });
  });
  afterAll(() => service.close());
  const warnings = () => lines.filter(({ level }) => (level as number) >= 40).map(({ msg }) => msg);

  test('a geocoding provider that does not answer, for hundreds of addresses', async () => {
    const { client, tenant } = await service.tenant();
    const jobs = Array.from({ length: 300 }, (_, i) =>
      aJob(`J${i}`, { SitePostcode: `${1000 + i}`, SiteCountry: 'BE' }),
    );
    expect((await client.import(jobs)).status).toBe(200);
    await geocodeMissing(service.deps, tenant.id, new AbortController().signal);
    expect(warnings()).toEqual(['geocoding provider dead failed, retrying']);
  });

  test('a mail server that is away, for many mails', async () => {
    const { tenant } = await service.tenant();
    await service.deps.db.transaction(async (tx) => ({
      commit: true,
      value: await enqueueMails(
        tx,
        { tenantId: tenant.id, requestId: 'r' },
        Array.from({ length: 30 }, (_, i) => ({ to: `p${i}@example.com`, subject: 'Hello', text: 'Hello.' })),
      ),
    }));
    await service.work();
    await service.work('all');
    expect(warnings()).toEqual(['background jobs of kind mail failed, retrying']);
  });
});
