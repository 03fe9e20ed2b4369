import { type Module, type TimeRole, timeRoleOf } from '../domain/access.ts';
import { foldKeyPart } from '../domain/natural-key.ts';
import { allows, type Permission } from '../domain/permissions.ts';
import type { Visibility } from '../domain/visibility.ts';
import type { Cause } from './cause.ts';

/** Where a change came from. */
export type Origin = 'import' | 'rest' | 'ui' | 'optimizer' | 'setup' | 'system';

/** A moment, by the number of the last change that was made up to it. */
interface PastMoment {
  readonly no: number;
  /** Brings its rows to the snapshot of the read that runs now; comes first in it. */
  settle(): Promise<void>;
}

/** Who asks, in which tenant, and with what rights. Every operation takes one; none takes a tenant by itself. */
export interface Caller extends Cause {
  readonly tenantId: number;
  readonly tenantName: string;
  readonly timeZone: string;
  readonly modules: readonly Module[];
  /** How the change log names the caller: `key:ERP` or `user:anna@example.com`. */
  readonly actor: string;
  /** Who sent the request, where its changes belong to somebody else: the owner of a setup package. */
  readonly sentBy?: string;
  /** The account of a person, null for a key. */
  readonly accountId: number | null;
  /**
   * The identity provider of this tenant says who the person is, and the account is the person's own: the account, and its other tenants, are none of
   * the provider's business.
   */
  readonly withinTenant?: true;
  /** The API key, null for a person and for the service itself. */
  readonly keyId: number | null;
  /** The only connector whose routes the key may use. */
  readonly connectorId?: number;
  /** Where the request came from. */
  readonly address?: string;
  /** Number of the resource that a person is, for time registration. */
  readonly resourceNo: string | null;
  readonly permissions: readonly Permission[];
  /** What the credential was given, for clients that know scopes: nothing is decided by it. */
  readonly scopes: readonly string[];
  /** Folded SourceApps the credential is limited to; null is no limit. */
  readonly sourceApps: readonly string[] | null;
  /** What a person sees of the records; null is everything, as it is for keys and for the service itself. */
  readonly visibility: Visibility | null;
  /** A person to whom homes and last positions of resources are not shown: see domain/locations.ts. */
  readonly hidesLocations?: true;
  readonly expiresAt: number | null;
  /** Number of the tenant's newest change when the request arrived: a read must see it. Without it a read goes to the primary. */
  readonly newestChange?: number;
  /** Whether slots of the tenant were held when the request arrived. Not known of every credential. */
  readonly hasHolds?: boolean;
  /** The draft in which the caller reads and writes, instead of the plan. */
  readonly draft?: number;
  /** The past moment that the caller reads instead of the present. */
  readonly past?: PastMoment;
  /** A person who first has to set up the second factor that the tenant requires: only routes for that are open. */
  readonly lacksSecondFactor?: true;
  readonly origin: Origin;
}

/** Whether a credential that may be limited to some source systems reaches records of this one; what belongs to none is everybody's. */
export const mayReach = ({ sourceApps }: Pick<Caller, 'sourceApps'>, sourceApp: string | null): boolean =>
  sourceApps === null || sourceApp === null || sourceApps.includes(foldKeyPart(sourceApp));

/**
 * Whether a change counts as one of the back office where the call does not say: an API key acts for it, a person plans. What the optimizer
 * proposes is planning, also when a key applies it.
 */
export const actsForBackOffice = ({ keyId, origin }: Pick<Caller, 'keyId' | 'origin'>): boolean =>
  keyId !== null && origin !== 'optimizer';

/** Whether the caller may mark a change as one of the back office: a person needs the permission to import. */
export const mayActForBackOffice = ({ keyId, permissions }: Pick<Caller, 'keyId' | 'permissions'>): boolean =>
  keyId !== null || allows(permissions, 'records.import');

/** The cause of what the service changes because of what a caller asked for. */
export const onBehalf = ({ actor, requestId, traceParent }: Caller) =>
  ({ origin: 'system', requestId, traceParent, sentBy: actor }) as const;

export const timeRole = ({ permissions }: Pick<Caller, 'permissions'>): TimeRole => timeRoleOf(permissions);

export interface Credential {
  readonly apiKey: string | undefined;
  /** The whole Authorization header. */
  readonly authorization: string | undefined;
  /** User name and password of a person, with the address that failed tries count for. */
  readonly login?: { readonly username: string; readonly password: string; readonly address: string } | undefined;
  /** The secret of a signed-in browser. */
  readonly session?: string | undefined;
}
