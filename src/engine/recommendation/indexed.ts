/** Times of resources as the planning index keeps them. */
export interface HeldTime {
  readonly id: number;
  readonly resourceId: number;
  /** Epoch ms. */
  readonly start: number;
  readonly end: number;
}

export interface IndexedAppointment {
  readonly id: number;
  readonly start: number;
  readonly end: number;
  readonly lat: number | null;
  readonly lon: number | null;
  readonly isAllDay: boolean;
  readonly ignoreCalendars: boolean;
  readonly resources: readonly number[];
}
