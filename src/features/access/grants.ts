import { type ErrorDetail, errorDetail } from '../../domain/errors.ts';
import { foldKeyPart } from '../../domain/natural-key.ts';
import { type Permission, permissions } from '../../domain/permissions.ts';
import { builtInRole, builtInRoleNames, permissionsOfRoles } from '../../domain/roles.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Transaction } from '../../platform/postgres/database.ts';
import { rolesOfUsers, type TenantRole, tenantRoles } from './role-store.ts';

/** Nobody gives, changes or takes away rights that they do not have themselves: otherwise the right to manage users would be every right. */
export class Grants {
  readonly #caller: Pick<Caller, 'permissions'>;
  readonly #roles: ReadonlyMap<string, TenantRole>;
  /** Roles of the users that exist already, where the caller could lack something. */
  readonly #held: ReadonlyMap<string, readonly string[]>;

  private constructor(
    caller: Pick<Caller, 'permissions'>,
    roles: readonly TenantRole[],
    held: ReadonlyMap<string, readonly string[]>,
  ) {
    this.#caller = caller;
    this.#roles = new Map(roles.map((role) => [role.key, role]));
    this.#held = held;
  }

  /** Reads what the answers for some users depend on. */
  static async forUsers(tx: Transaction, caller: Caller, keys: readonly string[]): Promise<Grants> {
    const isUnlimited = permissions.every((permission) => caller.permissions.includes(permission));
    const held = isUnlimited ? [] : await rolesOfUsers(tx, caller.tenantId, keys);
    return new Grants(
      caller,
      await tenantRoles(tx, caller.tenantId),
      new Map(held.map(({ key, roles }) => [key, roles])),
    );
  }

  /** Why the caller may not change an existing user. */
  refusalOfUser(key: string, shown: string): ErrorDetail | undefined {
    const held = this.#held.get(key);
    const beyond = held && this.#beyond(this.#permissionsOf(held));
    return beyond
      ? errorDetail('USR004', `${shown} has the permission ${beyond}, which you do not have: ask an administrator.`)
      : undefined;
  }

  /** Why the caller may not give some roles. */
  refusalOfRoles(names: readonly string[]): ErrorDetail | undefined {
    const unknown = names.find((name) => !builtInRole(name) && !this.#roles.has(foldKeyPart(name)));
    if (unknown !== undefined)
      return errorDetail(
        'REQ014',
        `Roles: ${unknown} is not one of ${[...builtInRoleNames, ...[...this.#roles.values()].map(({ name }) => name)].join(', ')}.`,
        'Roles',
      );
    const beyond = this.#beyond(this.#permissionsOf(names));
    return beyond
      ? errorDetail('USR004', `Roles: you cannot give the permission ${beyond}: you do not have it.`, 'Roles')
      : undefined;
  }

  readonly #permissionsOf = (names: readonly string[]): Permission[] =>
    permissionsOfRoles(
      names,
      names.flatMap((name) => this.#roles.get(foldKeyPart(name))?.permissions ?? []),
    );

  readonly #beyond = (given: readonly Permission[]): Permission | undefined =>
    given.find((permission) => !this.#caller.permissions.includes(permission));
}
