import type { PlannedDependency } from './dependency-limits.ts';
import type { ScarceLoad } from './kept-loads.ts';

/** Coordinates, or an address that is not located yet. */
export type SlotLocation =
  | { readonly address: string | undefined; readonly country: string | undefined }
  | { readonly lat: number; readonly lon: number };

/** Conditions of the task that a request drops. */
interface Waived {
  readonly requirements: readonly string[];
  readonly certificates: readonly string[];
  readonly latest: boolean;
  readonly resources: boolean;
  /** Not in requests that were sealed before there was such a thing. */
  readonly dependencies?: boolean;
  readonly loads?: boolean;
}

/** A request for slots, checked as far as that goes without looking at the plan. */
export interface SlotRequest {
  /** Epoch ms. */
  readonly start: number;
  readonly end: number;
  /** Null: that of the task. */
  readonly workMs: number | null;
  readonly requirements: readonly string[];
  readonly certificates: readonly string[];
  readonly location: SlotLocation | undefined;
  readonly fromHome: boolean;
  readonly maxKm: number | undefined;
  /** Minutes. */
  readonly grid: number;
  readonly timeZone: string;
  readonly limit: number;
  /** The most slots of a resource on a page. */
  readonly perResource: number;
  readonly among: readonly string[];
  readonly preferred: readonly string[];
  readonly excluded: readonly string[];
  readonly customer: string | undefined;
  readonly importance: number | undefined;
  readonly weights: ReadonlyMap<string, number> | undefined;
  readonly task:
    | { readonly sourceApp: string; readonly sourceType: string; readonly jobNo: string; readonly taskNo: string }
    | undefined;
  /** Conditions of the task that the request drops, so that every relaxation can be followed. */
  readonly waived: Waived | undefined;
}

/** A task that needs a slot: who may do it, where and for how long. */
export interface TaskToPlan {
  readonly id: number;
  readonly sourceApp: string;
  readonly durationInSeconds: number;
  /** ms. */
  readonly duration: number | null;
  readonly importance: number;
  readonly certificateNo: string | null;
  readonly earliest: number | null;
  readonly latest: number | null;
  readonly lat: number | null;
  readonly lon: number | null;
  /** Folded. */
  readonly customer: string | null;
  readonly requirements: readonly (readonly [group: string, value: string])[] | null;
  /** It has appointments already. */
  readonly isPlanned: boolean;
  /** On tasks that are planned. */
  readonly dependencies: readonly PlannedDependency[];
  /** Loads that not everybody can carry on every day. */
  readonly loads: readonly ScarceLoad[];
  /** Of the tenant. */
  readonly timeZone: string;
  /** Resource ids with 0 preferred, 1 required, 2 excluded. */
  readonly wishes: readonly (readonly [resource: number, preference: number])[] | null;
}
