import { Button, SegmentedControl, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { api } from '../api/client.ts';
import { useTell } from '../kit/tell.ts';
import { useSession } from '../session/session.ts';
import { type Address, type AskedPlace, coordinatesIn, type Located } from './question.ts';
import { useQuestionTexts } from './question-texts.ts';

interface Props {
  readonly place: AskedPlace;
  readonly hasTask: boolean;
  /** The answer is there, and it knows no place. */
  readonly isUnplaced: boolean;
  onPlace(change: Partial<AskedPlace>): void;
}

/** Where the work is: where the job is, at an address that is looked up, or at a point. */
export function PlaceFields({ place, hasTask, isUnplaced, onPlace }: Props) {
  const texts = useQuestionTexts();
  const { tenant } = useSession();
  const kinds = [
    { value: 'usual', label: hasTask ? texts.placeOfJob : texts.noPlace },
    // Addresses are looked up by a part of the product that not every tenant has.
    ...(tenant.modules.includes('basicMap') ? [{ value: 'address', label: texts.address }] : []),
    { value: 'coordinates', label: texts.coordinates },
  ];
  const isBad = place.kind === 'coordinates' && coordinatesIn(place.coordinates) === undefined;
  return (
    <fieldset className="form-part">
      <legend>{texts.place}</legend>
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label={texts.place}
        data={kinds}
        value={place.kind}
        onChange={(kind) => onPlace({ kind: kind as AskedPlace['kind'] })}
      />
      {place.kind === 'usual' && hasTask && isUnplaced && <p className="form-note">{texts.jobHasNoPlace}</p>}
      {place.kind === 'address' && <AddressFields place={place} onPlace={onPlace} />}
      {place.kind === 'coordinates' && (
        <TextInput
          size="xs"
          aria-label={texts.coordinates}
          placeholder="50.86, 4.36"
          value={place.coordinates}
          error={isBad && place.coordinates.trim() !== '' ? texts.badCoordinates : undefined}
          onChange={(event) => onPlace({ coordinates: event.currentTarget.value })}
        />
      )}
    </fieldset>
  );
}

/** Looked up when the planner says so, and not with every letter: a look may cost money elsewhere. */
function AddressFields({ place, onPlace }: Pick<Props, 'place' | 'onPlace'>) {
  const texts = useQuestionTexts();
  const tell = useTell();
  const [isBusy, setBusy] = useState(false);
  const { address, located } = place;
  const set = (part: Partial<Address>): void => onPlace({ address: { ...address, ...part }, located: undefined });
  const lookUp = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    try {
      const parts = Object.entries(address).filter(([, text]) => text.trim() !== '');
      onPlace({ located: await api.post('/geocode', { body: Object.fromEntries(parts) }) });
    } catch (error) {
      tell.refused(error);
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
        {located === undefined ? texts.notLookedUp : <FoundPlace located={located} />}
      </div>
    </form>
  );
}

function FoundPlace({ located }: { located: Located }) {
  const texts = useQuestionTexts();
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
