/** Work and resources of a tenant as a run reads them, before they become a problem of the engine. */
export interface ResourceToPlan {
  readonly id: number;
  readonly resourceNo: string;
  readonly name: string;
  readonly isShown: boolean;
  /** Takes any number of appointments at once. */
  readonly isBulk: boolean;
  readonly lat: number | null;
  readonly lon: number | null;
  /** Where it was seen last, if that was after the moment asked for. */
  readonly seenLat: number | null;
  readonly seenLon: number | null;
}

/** How much of a load, by the name that the record gives it. */
export type NamedQuantity = readonly [name: string, quantity: number];

export interface TaskToOptimize {
  readonly id: number;
  readonly key: string;
  readonly version: number;
  readonly sourceApp: string;
  readonly sourceType: string;
  readonly jobNo: string;
  readonly taskNo: string;
  readonly shortDescription: string;
  readonly isOpen: boolean;
  readonly isComplete: boolean;
  readonly locked: boolean;
  readonly durationInSeconds: number;
  /** ms. */
  readonly duration: number | null;
  readonly requiredTotalDurationInSeconds: number;
  readonly requiredTotalDuration: number | null;
  readonly bulkPlanningQty: number;
  readonly requiredNoResources: number;
  readonly entrySeconds: number;
  readonly importance: number;
  readonly certificateNo: string | null;
  readonly ignoreCalendars: boolean;
  readonly earliest: number | null;
  readonly latest: number | null;
  readonly deadLine: number | null;
  readonly requestedStart: number | null;
  readonly requestedEnd: number | null;
  readonly requestedStartTime: string | null;
  readonly requestedEndTime: string | null;
  /** The first of its containers, folded, and its place in it. */
  readonly container: string | null;
  readonly containerIndex: number | null;
  readonly lat: number | null;
  readonly lon: number | null;
  readonly plannedMs: number;
  /** Of all its appointments, wherever they are, in their order. */
  readonly appointments: readonly number[];
  readonly requirements: readonly (readonly [group: string, value: string])[] | null;
  /** Resource ids with 0 preferred, 1 required, 2 excluded. */
  readonly wishes: readonly (readonly [resource: number, preference: number])[] | null;
  readonly loads?: readonly NamedQuantity[] | null;
}

export interface AppointmentToOptimize {
  readonly id: number;
  readonly guid: string;
  readonly no: string;
  readonly version: number;
  /** Null without a task: it takes time, and stays where it is. */
  readonly taskId: number | null;
  readonly start: number;
  readonly end: number;
  readonly isAllDay: boolean;
  readonly locked: boolean;
  readonly sourceApp: string | null;
  /** Is in a container, or has a dependency to or from another appointment. */
  readonly isBound: boolean;
  readonly resources: readonly number[];
  /** Those of its task. */
  readonly loads?: readonly NamedQuantity[] | null;
  /** Null also where the appointment is hidden from who asks: the ways to it would tell where it is. */
  readonly lat: number | null;
  readonly lon: number | null;
  /** Who asks does not see it. */
  readonly hidden?: boolean;
}

/** One task that waits for another. */
export interface TaskLink {
  readonly before: number;
  readonly after: number;
  /** 0 finish to start, 1 start to start, 2 finish to finish, 3 start to finish. */
  readonly type: number;
  readonly lagSeconds: number;
  readonly lagDays: number;
  /** Null without a limit. */
  readonly maxLagSeconds: number | null;
  readonly differentResources: boolean;
}

export interface Standing {
  readonly id: number;
  readonly name: string;
  readonly isComplete: boolean;
  /** Of all its appointments, wherever they are; null without any. */
  readonly firstStart: number | null;
  readonly lastEnd: number | null;
  /** Who does them. */
  readonly resources: readonly number[];
}
