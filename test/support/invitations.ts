import { clientFor, type TestService, type TestTenant } from './service.ts';

/** The token in the newest mail that invites an address to a tenant. Long lines of a mail are folded on the way. */
export async function invitationToken(service: TestService, { tenant }: TestTenant, email: string): Promise<string> {
  await service.work();
  const mails = (await service.mails()).map((mail) => mail.replace(/=\r\n/g, '').replaceAll('=3D', '='));
  const mail = mails.findLast((each) => each.includes(`To: ${email}`) && each.includes(`to ${tenant.name} on`));
  const token = /\/app\/invitation\/([\w-]{43})/.exec(mail ?? '')?.[1];
  if (token === undefined) throw new Error(`no invitation of ${email} to ${tenant.name}`);
  return token;
}

/** Does what a person does who gets the mail. */
export async function acceptInvitation(
  service: TestService,
  tenant: TestTenant,
  email: string,
  password: string,
): Promise<void> {
  const token = await invitationToken(service, tenant, email);
  const answer = await clientFor(service.baseUrl, {}).post(`/invitation/${token}`, { password });
  if (answer.status !== 200) throw new Error(answer.text);
}
