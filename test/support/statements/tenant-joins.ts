/** A node of `explain (format json)`. */
export interface PlanNode {
  readonly 'Relation Name'?: string;
  readonly Alias?: string;
  readonly 'Node Type': string;
  readonly Plans?: readonly PlanNode[];
  readonly [property: string]: unknown;
}

interface Scan {
  readonly table: string;
  readonly isWithinTenant: boolean;
}

/** The conditions of a node: filters, index conditions, conditions of joins. */
const conditionsOf = (node: PlanNode): string =>
  Object.entries(node)
    .filter(([name, value]) => /Cond$|Filter$/.test(name) && typeof value === 'string')
    .map(([, value]) => value)
    .join(' ');

/** A subquery that PostgreSQL reads once, and looks up by the tenant. */
const LOOKED_UP = /\b(?:tenant_id|t\.id) = \(hashed SubPlan/;
const COMPARES = /\btenant_id = |= (?:\w+\.)?tenant_id\b|\btenant_id, |\(tenant_id\b/;

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/**
 * The tables of a plan, each with whether its rows are of one tenant: its own conditions compare tenant_id, or those of another node compare it with
 * that of this table. Rows that are inserted, updated or deleted come from such a scan, or carry the tenant as a value.
 */
export function scansOf(plan: PlanNode): Scan[] {
  const nodes = nodesOf(plan);
  const all = nodes.map(conditionsOf).join(' ');
  return nodes.flatMap((node) => {
    const table = node['Relation Name'];
    if (table === undefined || node['Node Type'] === 'ModifyTable') return [];
    // A partition has the alias of its table with a number; conditions of joins name the table.
    const alias = node.Alias ?? table;
    const joined = new RegExp(`\\b(?:${alias}|${alias.replace(/_\d+$/, '')})\\.tenant_id\\b`);
    return { table, isWithinTenant: COMPARES.test(conditionsOf(node)) || joined.test(all) || LOOKED_UP.test(all) };
  });
}
