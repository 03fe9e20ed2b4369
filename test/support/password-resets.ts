import { setTimeout as sleep } from 'node:timers/promises';
import type { TestService } from './service.ts';

/** The mails with a link to choose a new password that an address got. The service writes them after it has responded. */
export async function resetMails(service: TestService, email: string): Promise<string[]> {
  await service.work();
  return (await service.mails())
    .map((mail) => mail.replace(/=\r\n/g, '').replaceAll('=3D', '='))
    .filter((mail) => mail.includes(`To: ${email}`) && mail.includes('choose a new password'));
}

/** The token in the newest of them, once there are as many. */
export async function resetToken(service: TestService, email: string, count = 1): Promise<string> {
  for (let tries = 0; tries < 100; tries++) {
    const mails = await resetMails(service, email);
    const token = /\/app\/password\/reset\/([\w-]{43})/.exec(mails.at(-1) ?? '')?.[1];
    if (token !== undefined && mails.length >= count) return token;
    await sleep(50);
  }
  throw new Error(`no mail to ${email} with a link to choose a new password`);
}
