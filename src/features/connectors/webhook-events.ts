import { refuse } from '../../domain/errors.ts';

/** The events that a webhook can be registered for. */
export const webhookEvents = ['AppointmentCreated', 'AppointmentUpdated', 'AppointmentDeleted'] as const;

/** The name of an event in our spelling. */
export function eventNamed(name: string): (typeof webhookEvents)[number] {
  const found = webhookEvents.find((event) => event.toLowerCase() === name.toLowerCase());
  if (!found)
    throw refuse('APP001', `There is no event ${name.slice(0, 50)}; available are ${webhookEvents.join(', ')}.`);
  return found;
}
