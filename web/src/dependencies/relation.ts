import { lagAsTyped, secondsOfLag } from './lag.ts';

/** What a dependency asks for, as the API has it. Type: 0 finish to start, 1 start to start, 2 finish to finish, 3 start to finish. */
export interface DependencyValues {
  readonly type: number;
  readonly lagInSeconds: number;
  readonly maxLagInSeconds: number | null;
}

/** The four types in their order, and two that say more: both start or both end at the same time, which is a type without any lag. */
export const RELATIONS = [
  'endToStart',
  'startToStart',
  'endToEnd',
  'startToEnd',
  'startTogether',
  'endTogether',
] as const;
export type Relation = (typeof RELATIONS)[number];

const TYPE_TOGETHER: Partial<Readonly<Record<Relation, number>>> = { startTogether: 1, endTogether: 2 };

export const isTogether = (relation: Relation): boolean => relation in TYPE_TOGETHER;

export function relationOf({ type, lagInSeconds, maxLagInSeconds }: DependencyValues): Relation {
  if (lagInSeconds === 0 && maxLagInSeconds === 0) {
    if (type === TYPE_TOGETHER.startTogether) return 'startTogether';
    if (type === TYPE_TOGETHER.endTogether) return 'endTogether';
  }
  return RELATIONS[type] ?? 'endToStart';
}

/** What the inputs of a dependency hold. */
export interface RelationForm {
  readonly relation: Relation;
  readonly lag: string;
  /** Empty for no limit. */
  readonly maxLag: string;
}

export const NEW_RELATION: RelationForm = { relation: 'endToStart', lag: '0:00', maxLag: '' };

export const relationFormOf = (values: DependencyValues): RelationForm => ({
  relation: relationOf(values),
  lag: lagAsTyped(values.lagInSeconds),
  maxLag: values.maxLagInSeconds === null ? '' : lagAsTyped(values.maxLagInSeconds),
});

interface Faults {
  readonly lag?: 'noLag';
  readonly maxLag?: 'noLag' | 'belowLag';
}

/** What is wrong with the inputs. The service refuses the same. */
export function faultsOf({ relation, lag, maxLag }: RelationForm): Faults {
  if (isTogether(relation)) return {};
  const [least, most] = [secondsOfLag(lag), secondsOfLag(maxLag)];
  const hasLimit = maxLag.trim() !== '';
  return {
    ...(least === undefined ? { lag: 'noLag' as const } : {}),
    ...(hasLimit && most === undefined ? { maxLag: 'noLag' as const } : {}),
    ...(hasLimit && most !== undefined && least !== undefined && most < least ? { maxLag: 'belowLag' as const } : {}),
  };
}

/** The values of inputs; undefined while something is wrong with them. */
export function valuesOf(form: RelationForm): DependencyValues | undefined {
  const type = TYPE_TOGETHER[form.relation];
  if (type !== undefined) return { type, lagInSeconds: 0, maxLagInSeconds: 0 };
  if (Object.keys(faultsOf(form)).length > 0) return undefined;
  return {
    type: RELATIONS.indexOf(form.relation),
    lagInSeconds: secondsOfLag(form.lag) ?? 0,
    maxLagInSeconds: secondsOfLag(form.maxLag) ?? null,
  };
}
