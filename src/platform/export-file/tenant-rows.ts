import type pg from 'pg';
import { OperatorError } from '../../domain/operator-error.ts';
import { copyIn } from '../postgres/copy.ts';
import type { Session } from '../postgres/database.ts';
import type { TableHeader } from './file-format.ts';
import { quoted } from './tables.ts';

/** Columns with the id of a tenant or of an account, beside tenant_id and account_id. A test looks for others. */
export const otherIds: Readonly<Record<string, 'tenant' | 'account'>> = {
  'tenant.id': 'tenant',
  'account.id': 'account',
  'account.managed_by': 'tenant',
};

const idOf = (table: string, column: string): 'tenant' | 'account' | undefined =>
  column === 'tenant_id' ? 'tenant' : column === 'account_id' ? 'account' : otherIds[`${table}.${column}`];

/**
 * The rows of one tenant beside those of others. All records are found by tenant and id, so their ids stay. The tenant gets a free id, and so
 * do accounts; a person who has an account here already keeps it, with the password and second factors that it has here.
 */
export class TenantRows {
  readonly id: number;
  readonly #session: Session;
  readonly #former: number;
  readonly #accounts = new Map<string, string>();
  /** Ids in the file of people who have an account here. */
  readonly #known = new Set<string>();
  readonly #dropped = new Map<string, number>();

  private constructor(session: Session, former: number, id: number) {
    this.#session = session;
    this.#former = former;
    this.id = id;
  }

  static async into(session: Session, tenant: { readonly id: number; readonly name: string }): Promise<TenantRows> {
    const [same] = await session.query<{ id: number }>('select id from tenant where lower(name) = lower($1)', [
      tenant.name,
    ]);
    if (same)
      throw new OperatorError(`This installation has a tenant named ${tenant.name} already. Nothing was imported.`);
    const [free] = await session.query<{ id: number }>(
      `select case when exists (select from tenant where id = $1) then nextval(pg_get_serial_sequence('public.tenant', 'id')) else $1 end as id`,
      [tenant.id],
    );
    return new TenantRows(session, tenant.id, free?.id ?? tenant.id);
  }

  /** How the rows of a table are changed; undefined for rows that stay as they are. */
  changeOf({ table, columns }: TableHeader): ((portion: Buffer) => Buffer) | undefined {
    // Accounts get their ids when all of them are known.
    const places = columns.flatMap((column, at) => {
      const kind = table === 'account' && column === 'id' ? undefined : idOf(table, column);
      return kind === undefined || (kind === 'tenant' && this.id === this.#former) ? [] : [{ at, kind }];
    });
    if (places.length === 0) return undefined;
    const isOfAccount = !columns.includes('tenant_id') && table !== 'account' && table !== 'tenant';
    return (portion) => {
      const lines = portion.toString('latin1').split('\n');
      lines.pop();
      const changed = lines.flatMap((line) => {
        const values = line.split('\t');
        for (const { at, kind } of places) {
          const value = values[at] ?? '';
          if (kind === 'account' && isOfAccount && this.#known.has(value)) {
            this.#dropped.set(table, this.dropped(table) + 1);
            return [];
          }
          values[at] = value === '\\N' ? value : kind === 'tenant' ? this.#tenantId(value) : this.#accountId(value);
        }
        return [`${values.join('\t')}\n`];
      });
      return Buffer.from(changed.join(''), 'latin1');
    };
  }

  #tenantId(value: string): string {
    if (value !== String(this.#former)) throw new OperatorError(`The file has rows of another tenant (${value}).`);
    return String(this.id);
  }

  #accountId(value: string): string {
    const id = this.#accounts.get(value);
    if (id === undefined) throw new OperatorError(`The file has rows of an account that it does not have (${value}).`);
    return id;
  }

  /** Rows of accounts that stay as they are here. */
  dropped(table: string): number {
    return this.#dropped.get(table) ?? 0;
  }

  /** Returns the number of rows of the file. */
  async addAccounts(client: pg.Client, columns: readonly string[], rows: AsyncIterable<Buffer>): Promise<number> {
    const list = columns.map(quoted).join(', ');
    const others = columns.filter((column) => column !== 'id').map((column) => quoted(column));
    await this.#session.query('create temporary table imported_account (like account) on commit drop');
    const count = await copyIn(client, `copy imported_account (${list}) from stdin`, rows);
    const ids = await this.#session.query<{ former: number; id: number; isKnown: boolean }>(
      `select i.id as former, known.id is not null as "isKnown", coalesce(known.id,
         case when exists (select from account a where a.id = i.id) then nextval(pg_get_serial_sequence('public.account', 'id')) else i.id end) as id
       from imported_account i
       left join account known on known.email = i.email and known.managed_by is null and i.managed_by is null`,
    );
    for (const { former, id, isKnown } of ids) {
      this.#accounts.set(String(former), String(id));
      if (isKnown) this.#known.add(String(former));
    }
    const fresh = ids.filter(({ isKnown }) => !isKnown);
    await this.#session.query(
      `insert into account (id, ${others.join(', ')}) overriding system value
       select n.id, ${others.map((column) => `i.${column}`).join(', ')}
       from imported_account i join unnest($1::bigint[], $2::bigint[]) as n(former, id) on n.former = i.id`,
      [fresh.map(({ former }) => former), fresh.map(({ id }) => id)],
    );
    return count;
  }

  /** The sequences go on behind the numbers of both installations. */
  async raise(sequences: Readonly<Record<string, number>>): Promise<void> {
    const ofTenants = ['tenant_id_seq', 'account_id_seq'];
    const names = Object.keys(sequences).filter((name) => !ofTenants.includes(name));
    await this.#session.query(
      `select setval(format('public.%I', s.name)::regclass, s.last) from unnest($1::text[], $2::bigint[]) as s(name, last)
       join pg_sequences q on q.schemaname = 'public' and q.sequencename = s.name where coalesce(q.last_value, 0) < s.last`,
      [names, names.map((name) => sequences[name])],
    );
    for (const table of ['tenant', 'account'])
      await this.#session.query(
        `select setval(pg_get_serial_sequence('public.${table}', 'id'), greatest(nextval(pg_get_serial_sequence('public.${table}', 'id')) - 1, (select coalesce(max(id), 1) from ${table})))`,
      );
  }
}
