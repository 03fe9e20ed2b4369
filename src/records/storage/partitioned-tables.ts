import type { PartitionedTable } from '../../platform/postgres/partitions.ts';

export const CHANGES: PartitionedTable = { table: 'change', by: 'at' };
export const DELIVERIES: PartitionedTable = { table: 'delivery', by: 'created_at' };

/** Deliveries that were given up are kept for longer; there are few. */
export const DELIVERED_KEEP_DAYS = 30;

/**
 * A partition goes when all of it is old. With a third of the time, rows stay for a third longer at most, and there are about six partitions: a
 * read by number looks into each.
 */
export const daysOfPartition = (keepDays: number): number => Math.ceil(keepDays / 3);
