import { Switch } from '@mantine/core';
import { useEffect, useState } from 'react';
import { api } from '../api/client.ts';
import { ownerOf } from '../offline/action.ts';
import { useMay } from '../session/may.ts';
import { useSession } from '../session/session.ts';
import { useMyDayTexts } from './texts.ts';

const MINUTE_MS = 60_000;
const keyOf = (owner: string): string => `openslot-shares-position ${owner}`;

/** The choice of the worker on this device; off until somebody turns it on. */
function useSharing(): [isOn: boolean, set: (isOn: boolean) => void] {
  const { tenant, user } = useSession();
  const key = keyOf(ownerOf(tenant.name, user.email));
  const [isOn, setOn] = useState(() => localStorage.getItem(key) === 'yes');
  return [
    isOn,
    (wanted) => {
      if (wanted) localStorage.setItem(key, 'yes');
      else localStorage.removeItem(key);
      setOn(wanted);
    },
  ];
}

/** A switch; while it is on and a session runs, the position is sent once a minute. What cannot be sent is not kept. */
export function PositionSharing({ isRunning }: { isRunning: boolean }) {
  const texts = useMyDayTexts();
  const control = useMay()('myDay.share');
  const [isOn, setOn] = useSharing();
  const [isDenied, setDenied] = useState(false);
  const isSending = isOn && isRunning;
  useEffect(() => {
    if (!isSending || !('geolocation' in navigator)) return;
    const send = (): void =>
      navigator.geolocation.getCurrentPosition(
        ({ coords: { latitude, longitude } }) => {
          setDenied(false);
          api.post('/visit/position', { body: { latitude, longitude } }).catch(() => {
            // Without a connection there is nobody to tell; the next minute has a newer one.
          });
        },
        (error) => setDenied(error.code === error.PERMISSION_DENIED),
        { maximumAge: MINUTE_MS, timeout: MINUTE_MS },
      );
    send();
    const timer = setInterval(send, MINUTE_MS);
    return () => clearInterval(timer);
  }, [isSending]);
  if (!control) return null;
  return (
    <div className="my-day-sharing" {...control}>
      <Switch
        size="md"
        label={texts.share}
        description={texts.shareHint}
        checked={isOn}
        onChange={(event) => setOn(event.currentTarget.checked)}
      />
      {isOn && isDenied && <p role="alert">{texts.shareDenied}</p>}
    </div>
  );
}
