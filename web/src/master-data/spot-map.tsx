import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { api } from '../api/client.ts';
import { MapPane } from '../kit/map-pane.tsx';
import { useNotify } from '../kit/use-notify.ts';
import { useSession } from '../session/session.ts';
import { textOf } from './record.ts';
import { useMasterDataTexts } from './texts.ts';

interface Props {
  /** The beginning of the names of its fields: home, site. */
  readonly prefix: string;
  readonly label: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly isFixed: boolean;
  change(name: string, value: unknown): void;
}

const PARTS = {
  street: 'Street',
  streetNo: 'StreetNo',
  zipCode: 'Postcode',
  city: 'City',
  country: 'Country',
  address: 'Address',
};

/** Where an address is, and a button that looks it up: an external geocoder may charge for each lookup. */
export function SpotMap({ prefix, label, values, isFixed, change }: Props) {
  const texts = useMasterDataTexts();
  const notify = useNotify();
  const { tenant } = useSession();
  const [isBusy, setBusy] = useState(false);
  const latitude = values[`${prefix}AddressGeoLat`];
  const longitude = values[`${prefix}AddressGeoLong`];
  const parts = Object.entries(PARTS)
    .map(([part, end]) => [part, textOf(values, `${prefix}${end}`).trim()] as const)
    .filter(([, text]) => text !== '');
  const lookUp = async (): Promise<void> => {
    setBusy(true);
    try {
      const found = await api.post('/geocode', { body: Object.fromEntries(parts) });
      if (found.latitude === undefined) notify.failure(label, texts.notFound);
      else {
        change(`${prefix}AddressGeoLat`, found.latitude);
        change(`${prefix}AddressGeoLong`, found.longitude);
      }
    } catch (error) {
      notify.error(error);
    }
    setBusy(false);
  };
  const scene = useMemo(
    () => ({
      pins:
        typeof latitude === 'number' && typeof longitude === 'number'
          ? [
              {
                id: 'spot',
                kind: 'resource' as const,
                color: '',
                text: '',
                label,
                isFaint: false,
                latitude,
                longitude,
              },
            ]
          : [],
      route: [],
      towns: [],
    }),
    [latitude, longitude, label],
  );
  // Maps and geocoding are a module that not every tenant has.
  if (!tenant.modules.includes('basicMap')) return null;
  return (
    <div className="master-wide">
      {!isFixed && (
        <Button
          size="compact-sm"
          variant="default"
          mb={8}
          loading={isBusy}
          disabled={parts.length === 0}
          onClick={() => void lookUp()}
        >
          {texts.findAddress}
        </Button>
      )}
      {scene.pins.length === 0 ? (
        <p className="master-note">{texts.noSpot}</p>
      ) : (
        <div className="master-map">
          <MapPane scene={scene} selected={undefined} fitTo={`${latitude} ${longitude}`} onSelect={() => undefined} />
        </div>
      )}
    </div>
  );
}
