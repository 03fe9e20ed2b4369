import { Button, SegmentedControl, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { api } from '../api/client.ts';
import { useNotify } from '../kit/use-notify.ts';
import { useSession } from '../session/session.ts';
import { type Address, coordinatesIn, type Located, type RequestedLocation } from './slot-request.ts';
import { useSlotRequestTexts } from './slot-request-texts.ts';

interface Props {
  readonly location: RequestedLocation;
  readonly hasTask: boolean;
  /** True when the response has no location. */
  readonly isLocationUnknown: boolean;
  onChange(change: Partial<RequestedLocation>): void;
}

/** The location of the work: that of the job, an address, or coordinates. */
export function LocationFields({ location, hasTask, isLocationUnknown, onChange }: Props) {
  const texts = useSlotRequestTexts();
  const { tenant } = useSession();
  const kinds = [
    { value: 'usual', label: hasTask ? texts.locationOfJob : texts.noLocation },
    // Geocoding is a module that not every tenant has.
    ...(tenant.modules.includes('basicMap') ? [{ value: 'address', label: texts.address }] : []),
    { value: 'coordinates', label: texts.coordinates },
  ];
  const isBad = location.kind === 'coordinates' && coordinatesIn(location.coordinates) === undefined;
  return (
    <fieldset className="form-part">
      <legend>{texts.location}</legend>
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label={texts.location}
        data={kinds}
        value={location.kind}
        onChange={(kind) => onChange({ kind: kind as RequestedLocation['kind'] })}
      />
      {location.kind === 'usual' && hasTask && isLocationUnknown && (
        <p className="form-note">{texts.locationUnknown}</p>
      )}
      {location.kind === 'address' && <AddressFields location={location} onChange={onChange} />}
      {location.kind === 'coordinates' && (
        <TextInput
          size="xs"
          aria-label={texts.coordinates}
          placeholder="50.86, 4.36"
          value={location.coordinates}
          error={isBad && location.coordinates.trim() !== '' ? texts.badCoordinates : undefined}
          onChange={(event) => onChange({ coordinates: event.currentTarget.value })}
        />
      )}
    </fieldset>
  );
}

/** Looked up on request and not with every keystroke: an external geocoder may charge for each lookup. */
function AddressFields({ location, onChange }: Pick<Props, 'location' | 'onChange'>) {
  const texts = useSlotRequestTexts();
  const notify = useNotify();
  const [isBusy, setBusy] = useState(false);
  const { address, located } = location;
  const set = (part: Partial<Address>): void => onChange({ address: { ...address, ...part }, located: undefined });
  const lookUp = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    try {
      const parts = Object.entries(address).filter(([, text]) => text.trim() !== '');
      onChange({ located: await api.post('/geocode', { body: Object.fromEntries(parts) }) });
    } catch (error) {
      notify.error(error);
    }
    setBusy(false);
  };
  const field = (name: keyof Address) => (
    <TextInput
      size="xs"
      className={`address-${name}`}
      aria-label={texts[name]}
      placeholder={texts[name]}
      value={address[name]}
      onChange={(event) => set({ [name]: event.currentTarget.value })}
    />
  );
  return (
    <form className="address" onSubmit={(event) => void lookUp(event)}>
      {field('street')}
      {field('zipCode')}
      {field('city')}
      {field('country')}
      <Button
        type="submit"
        size="xs"
        variant="default"
        loading={isBusy}
        disabled={Object.values(address).every((text) => text.trim() === '')}
      >
        {texts.lookUp}
      </Button>
      <div className="form-note" role="status">
        {located === undefined ? texts.notLookedUp : <FoundAddress located={located} />}
      </div>
    </form>
  );
}

function FoundAddress({ located }: { located: Located }) {
  const texts = useSlotRequestTexts();
  const { latitude, longitude, displayName, precision } = located;
  if (latitude === undefined || longitude === undefined) return texts.notFound;
  return (
    <>
      <strong dir="auto">{displayName?.slice(0, 160)}</strong>
      <br />
      {precision !== undefined && texts.precision[precision]} · {latitude.toFixed(4)}, {longitude.toFixed(4)}
    </>
  );
}
