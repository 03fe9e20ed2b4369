import { Badge, Button, Text } from '@mantine/core';
import type { Paths } from '../../../api/schema.ts';
import type { Column } from '../../../kit/data-table.tsx';
import { useFormat } from '../../../kit/use-format.ts';
import { useKeyTexts } from './texts.ts';

export type Key = Paths['/apiKey']['get']['answer'][number];

const DAY_MS = 86_400_000;
/** Administrators get the first mail that many days before. */
const SOON_DAYS = 14;

/** Days until a key expires; undefined where it does not expire soon. */
function daysLeft({ expiresAt, revokedAt }: Key): number | undefined {
  if (expiresAt === null || revokedAt !== null) return undefined;
  const left = Date.parse(expiresAt) - Date.now();
  return left > 0 && left <= SOON_DAYS * DAY_MS ? Math.ceil(left / DAY_MS) : undefined;
}

const isExpired = ({ expiresAt }: Key): boolean => expiresAt !== null && Date.parse(expiresAt) <= Date.now();
const isActive = (key: Key): boolean => key.revokedAt === null && !isExpired(key);

export interface KeyActions {
  revoke(key: Key): void;
  rotate(key: Key): void;
  changeRanges(key: Key): void;
}

export function useKeyColumns(actions: KeyActions): readonly Column<Key>[] {
  const texts = useKeyTexts();
  const format = useFormat();
  return [
    { name: texts.name, by: ({ name }) => name, show: ({ name }) => name },
    { name: texts.prefix, show: ({ prefix }) => <code>{prefix}…</code> },
    { name: texts.scopesLabel, by: ({ scopes }) => scopes.join(), show: ({ scopes }) => <Scopes scopes={scopes} /> },
    { name: texts.sourceApps, show: ({ sourceApps }) => sourceApps?.join(', ') ?? texts.all },
    { name: texts.ipRanges, show: (key) => <Limits limits={key} /> },
    { name: texts.expires, by: ({ expiresAt }) => expiresAt, show: (key) => <Expiry expiring={key} /> },
    { name: texts.lastUsed, by: ({ lastUsedAt }) => lastUsedAt, show: (key) => <LastUse used={key} /> },
    {
      name: texts.createdBy,
      by: ({ createdBy }) => createdBy,
      show: ({ createdBy }) => createdBy.replace(/^(user|key):/, ''),
    },
    {
      name: texts.state,
      by: ({ revokedAt }) => revokedAt,
      show: (key) => (
        <span className="key-state">
          {key.revokedAt !== null
            ? texts.revoked(format.date(key.revokedAt))
            : isExpired(key)
              ? texts.expired
              : texts.active}
          <Replacement replacing={key} />
        </span>
      ),
    },
    { name: '', align: 'right', show: (key) => <Actions of={key} actions={actions} /> },
  ];
}

function Actions({ of, actions }: { of: Key; actions: KeyActions }) {
  const texts = useKeyTexts();
  if (of.revokedAt !== null) return null;
  const button = (label: string, name: string, act: (key: Key) => void, color = 'blue') => (
    <Button size="compact-xs" variant="subtle" color={color} aria-label={name} onClick={() => act(of)}>
      {label}
    </Button>
  );
  return (
    <span className="key-actions">
      {isActive(of) && of.replacedBy === null && button(texts.rotate, texts.rotateOf(of.name), actions.rotate)}
      {isActive(of) && button(texts.ipRanges, texts.rangesOf(of.name), actions.changeRanges)}
      {button(texts.revoke, texts.revokeOf(of.name), actions.revoke, 'red')}
    </span>
  );
}

function Limits({ limits: { ipRanges, connector } }: { limits: Key }) {
  const texts = useKeyTexts();
  return (
    <>
      {ipRanges?.join(', ') ?? texts.anywhere}
      {connector !== null && (
        <Text size="xs" c="dimmed">
          {texts.onlyConnector(connector)}
        </Text>
      )}
    </>
  );
}

function Expiry({ expiring }: { expiring: Key }) {
  const texts = useKeyTexts();
  const format = useFormat();
  const days = daysLeft(expiring);
  return (
    <>
      {expiring.expiresAt === null ? texts.never : format.date(expiring.expiresAt)}
      {days !== undefined && (
        <Badge color={days <= 1 ? 'red' : 'orange'} variant="light" tt="none" ml={6} miw="fit-content">
          {texts.expiresIn(days)}
        </Badge>
      )}
    </>
  );
}

function LastUse({ used: { lastUsedAt, lastUsedAddress } }: { used: Key }) {
  const texts = useKeyTexts();
  const format = useFormat();
  if (lastUsedAt === null) return texts.unused;
  return (
    <>
      {format.moment(lastUsedAt)}
      {lastUsedAddress !== null && (
        <Text size="xs" c="dimmed">
          {texts.usedFrom(lastUsedAddress)}
        </Text>
      )}
    </>
  );
}

function Replacement({ replacing: { replaces, replacedBy } }: { replacing: Key }) {
  const texts = useKeyTexts();
  if (replaces === null && replacedBy === null) return null;
  return (
    <Text size="xs" c="dimmed">
      {replacedBy !== null ? texts.replacedBy(replacedBy) : texts.replaces(replaces ?? 0)}
    </Text>
  );
}

const Scopes = ({ scopes }: Pick<Key, 'scopes'>) =>
  scopes.map((scope) => (
    <Badge key={scope} variant="light" color={scope === 'admin' ? 'red' : 'blue'} tt="none" mr={4} miw="fit-content">
      {scope}
    </Badge>
  ));
