import { type AbsenceStatus, APPROVED, CANCELLED, REJECTED, REQUESTED } from '../../domain/absence.ts';
import { foldKeyPart } from '../../domain/natural-key.ts';
import { allows } from '../../domain/permissions.ts';
import { permissionsOfRoles } from '../../domain/roles.ts';
import { hasVisibleTeam, sharesValues, visibilityOf } from '../../domain/visibility.ts';
import type { HasPublicAddress } from '../../platform/http/public-address.ts';
import { enqueueMails, type MailMessage } from '../../platform/mail/mail.ts';
import type { WriteContext } from '../../records/writing/write-context.ts';
import { type AbsentResource, absentResources, type Mailed, usersToMail } from './absence-mail-store.ts';
import { decidedMail, requestedMail } from './absence-mail-texts.ts';
import type { AbsenceRow } from './absence-store.ts';

/** An absence whose status changed. */
export interface MovedAbsence extends AbsenceRow {
  readonly before: AbsenceStatus | undefined;
}

/** More than that are no longer the leads of a team. */
const MOST_LEADS = 20;

/** Mails in the transaction of the write: a request to those who decide on it, a decision to the worker. Nobody gets a mail about what they did themselves. */
export async function sendAbsenceMails(
  { publicAddress }: HasPublicAddress,
  context: WriteContext,
  moved: readonly MovedAbsence[],
): Promise<void> {
  const requests = moved.filter(({ status }) => status === REQUESTED);
  const decisions = moved.filter(({ status }) => [APPROVED, REJECTED, CANCELLED].includes(status));
  if (requests.length + decisions.length === 0) return;
  const { tx, caller } = context;
  const ids = [...new Set(moved.map(({ resourceId }) => resourceId))];
  const [users, resources] = [
    await usersToMail(tx, caller.tenantId),
    new Map((await absentResources(tx, caller.tenantId, ids)).map((each) => [each.id, each])),
  ];
  const others = users.filter(({ email }) => caller.actor !== `user:${email}`);
  const link = publicAddress.url('/app/absences');
  const mails: MailMessage[] = [];
  for (const absence of requests) {
    const resource = resources.get(absence.resourceId);
    if (!resource) continue;
    for (const user of leadsOf(others, resource)) mails.push(requestedMail(user, resource.name, absence, link));
  }
  for (const absence of decisions)
    for (const user of others)
      if (user.resourceNo !== null && foldKeyPart(user.resourceNo) === foldKeyPart(absence.resourceNo))
        mails.push(decidedMail(user, absence, link));
  if (mails.length > 0) await enqueueMails(tx, caller, mails);
}

/** Those who may decide and see the resource. Where some of them are limited to its team, they are its leads, and the others are left in peace. */
export function leadsOf(users: readonly Mailed[], resource: AbsentResource): readonly Mailed[] {
  const deciding = users.filter((user) => {
    const isSelf = user.resourceNo !== null && foldKeyPart(user.resourceNo) === foldKeyPart(resource.resourceNo);
    if (isSelf || !allows(permissionsOfRoles(user.roles, user.rolePermissions), 'time.approve')) return false;
    const visibility = visibilityOf(user);
    return (
      visibility === null ||
      (hasVisibleTeam(visibility, { teamCode: resource.teamCode, teamName: resource.teamName }) &&
        sharesValues(visibility, valuesByGroup(resource)))
    );
  });
  const ofTeam = deciding.filter(({ teams }) => teams.length > 0);
  return (ofTeam.length > 0 && (resource.teamCode ?? resource.teamName) !== null ? ofTeam : deciding).slice(
    0,
    MOST_LEADS,
  );
}

function valuesByGroup({ values }: AbsentResource): Record<string, string[]> {
  const grouped: Record<string, string[]> = {};
  for (const [group, value] of values ?? []) grouped[group] = [...(grouped[group] ?? []), value];
  return grouped;
}
