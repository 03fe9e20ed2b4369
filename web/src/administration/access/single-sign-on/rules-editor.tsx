import { ActionIcon, Button, Checkbox, Fieldset, Group, SimpleGrid, Stack, TagsInput, TextInput } from '@mantine/core';
import { Icon } from '../../../frame/icons.tsx';
import { emptyRule, type RuleValues } from './form-values.ts';
import { useSingleSignOnTexts } from './texts.ts';

interface Props {
  readonly rules: readonly RuleValues[];
  readonly roles: readonly string[];
  onChange(rules: readonly RuleValues[]): void;
}

/** The ordered list of rules from claims to roles, teams and filter values. */
export function RulesEditor({ rules, roles, onChange }: Props) {
  const texts = useSingleSignOnTexts();
  const set = (index: number, rule: RuleValues): void => onChange(rules.map((each, i) => (i === index ? rule : each)));
  const move = (index: number, by: -1 | 1): void => {
    const next = [...rules];
    const [taken] = next.splice(index, 1);
    if (taken) next.splice(index + by, 0, taken);
    onChange(next);
  };
  return (
    <Stack gap="sm">
      {rules.map((rule, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a rule has no name of its own, and its place is what matters
        <Fieldset key={index} legend={texts.rule(index + 1)}>
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
            <TextInput
              label={texts.claim}
              value={rule.claim}
              required
              onChange={(event) => set(index, { ...rule, claim: event.currentTarget.value })}
            />
            <TextInput
              label={texts.value}
              value={rule.value}
              required
              onChange={(event) => set(index, { ...rule, value: event.currentTarget.value })}
            />
            <TagsInput
              label={texts.rolesOf}
              data={[...roles]}
              value={rule.roles}
              onChange={(value) => set(index, { ...rule, roles: value })}
            />
            <TagsInput label={texts.teams} value={rule.teams} onChange={(teams) => set(index, { ...rule, teams })} />
            <TagsInput
              label={texts.filterValues}
              value={rule.filterValues}
              onChange={(filterValues) => set(index, { ...rule, filterValues })}
            />
            <Checkbox
              label={texts.stop}
              checked={rule.stop}
              onChange={(event) => set(index, { ...rule, stop: event.currentTarget.checked })}
            />
          </SimpleGrid>
          <Group gap="xs" mt="xs">
            <Button size="compact-xs" variant="default" disabled={index === 0} onClick={() => move(index, -1)}>
              {texts.up}
            </Button>
            <Button
              size="compact-xs"
              variant="default"
              disabled={index === rules.length - 1}
              onClick={() => move(index, 1)}
            >
              {texts.down}
            </Button>
            <ActionIcon
              variant="subtle"
              aria-label={texts.removeRule}
              onClick={() => onChange(rules.filter((_, i) => i !== index))}
            >
              <Icon name="close" size={14} />
            </ActionIcon>
          </Group>
        </Fieldset>
      ))}
      <Group>
        <Button variant="default" size="xs" onClick={() => onChange([...rules, emptyRule])}>
          {texts.addRule}
        </Button>
      </Group>
    </Stack>
  );
}
