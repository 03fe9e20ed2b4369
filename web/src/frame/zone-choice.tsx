import { useTexts } from '../i18n/language.ts';
import { useSession, useSessionActions, zoneOf } from '../session/session.ts';

/** The time zone of this user. A native field: typing finds a zone, and the long list is drawn only when it is opened. */
export function ZoneChoice() {
  const texts = useTexts();
  const zone = zoneOf(useSession());
  const { prefer } = useSessionActions();
  const zones = [...new Set([zone, 'UTC', ...Intl.supportedValuesOf('timeZone')])].sort();
  return (
    <select
      className="top-zone"
      aria-label={texts.timeZone}
      title={texts.timeZone}
      value={zone}
      onChange={(event) => void prefer({ timeZone: event.currentTarget.value })}
    >
      {zones.map((name) => (
        <option key={name}>{name}</option>
      ))}
    </select>
  );
}
