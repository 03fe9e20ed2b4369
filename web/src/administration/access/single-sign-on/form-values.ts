import type { Paths } from '../../../api/schema.ts';

export type Shown = Paths['/identityProvider']['get']['answer'];
type Sent = Paths['/identityProvider']['put']['body'];

/** A rule as the form edits it: a value with * is a pattern, and filter values are texts. */
export interface RuleValues {
  readonly claim: string;
  readonly value: string;
  readonly roles: string[];
  readonly teams: string[];
  readonly filterValues: string[];
  readonly stop: boolean;
}

export interface FormValues {
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scopes: string[];
  readonly enabled: boolean;
  readonly newUsers: string;
  readonly existingUsers: string;
  readonly rolesFrom: string;
  readonly trustedDomains: string[];
  readonly defaultRoles: string[];
  readonly passwordSignIn: boolean;
  readonly rules: readonly RuleValues[];
}

export const emptyRule: RuleValues = {
  claim: 'groups',
  value: '',
  roles: [],
  teams: [],
  filterValues: [],
  stop: false,
};

export function valuesOf({ provider }: Shown): FormValues {
  return {
    name: provider?.name ?? '',
    issuer: provider?.issuer ?? '',
    clientId: provider?.clientId ?? '',
    clientSecret: '',
    scopes: [...(provider?.scopes ?? ['openid', 'profile', 'email'])],
    enabled: provider?.enabled ?? true,
    newUsers: provider?.newUsers ?? 'create',
    existingUsers: provider?.existingUsers ?? 'confirm',
    rolesFrom: provider?.rolesFrom ?? 'everySignIn',
    trustedDomains: [...(provider?.trustedDomains ?? [])],
    defaultRoles: [...(provider?.defaultRoles ?? ['viewer'])],
    passwordSignIn: provider?.passwordSignIn ?? true,
    rules: (provider?.rules ?? []).map((rule) => ({
      claim: rule.claim,
      value: rule.value ?? rule.matches ?? '',
      roles: [...(rule.roles ?? [])],
      teams: [...(rule.teams ?? [])],
      filterValues: (rule.filterValues ?? []).map(({ group, value }) => `${group}=${value}`),
      stop: rule.stop ?? false,
    })),
  };
}

/** "Region=North" names a filter value. */
export const filterValuesOf = (texts: readonly string[]): { group: string; value: string }[] =>
  texts.map((each) => {
    const [, group = '', filter = ''] = /^([^=]*)=?(.*)$/.exec(each) ?? [];
    return { group: group.trim(), value: filter.trim() };
  });

export const sentRules = (rules: readonly RuleValues[]): NonNullable<Sent['rules']> =>
  rules.map(({ value, filterValues, ...rule }) => ({
    ...rule,
    ...(value.includes('*') ? { matches: value } : { value }),
    filterValues: filterValuesOf(filterValues),
  }));

export const sentOf = ({ clientSecret, rules, ...values }: FormValues): Sent =>
  ({ ...values, rules: sentRules(rules), ...(clientSecret === '' ? {} : { clientSecret }) }) as Sent;
