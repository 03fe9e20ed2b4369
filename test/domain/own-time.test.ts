import { describe, expect, test } from 'vitest';
import { foreignTime, refusalOfTime, resourceInReach, type TimeUser } from '../../src/domain/own-time.ts';

const anna: TimeUser = { permissions: ['records.read', 'time.own'], resourceNo: 'ANNA' };
const unlinked: TimeUser = { ...anna, resourceNo: null };
const backOffice: TimeUser = { permissions: ['time.connector'], resourceNo: null };
const viewer: TimeUser = { permissions: ['records.read'], resourceNo: 'BERT' };

describe('registered time', () => {
  test('of others is out of reach for a worker; numbers compare as keys', () => {
    expect(refusalOfTime(anna, 'anna')).toBeUndefined();
    expect(refusalOfTime(anna, 'BERT')).toMatchObject({ code: 'USR004', parameter: 'resourceNo' });
    expect(foreignTime(anna, ['ANNA', undefined, 'BERT'])).toMatchObject({ code: 'USR004' });
    expect(foreignTime(anna, ['ANNA', undefined])).toBeUndefined();
  });

  test('is out of reach without a linked resource, and without a permission', () => {
    expect(refusalOfTime(unlinked, 'ANNA')?.message).toContain('not linked to a resource');
    expect(refusalOfTime(viewer, 'BERT')?.message).toContain('needs the permission');
  });

  test('that is read is all for a back office, and the own resource for a worker', () => {
    expect(resourceInReach(backOffice, undefined)).toBeUndefined();
    expect(resourceInReach(backOffice, 'BERT')).toBe('BERT');
    expect(resourceInReach(anna, undefined)).toBe('ANNA');
    expect(() => resourceInReach(anna, 'BERT')).toThrow();
    expect(() => resourceInReach(unlinked, undefined)).toThrow('not linked');
  });
});
