import type { Timesheet } from '../../offline/action.ts';
import type { DeviceState } from '../../offline/device.ts';
import type { ShownEntry } from '../../offline/merge.ts';
import { needsAttention } from './status.ts';
import { Summary } from './summary.tsx';

interface Props {
  readonly sheet: Timesheet;
  readonly entries: readonly ShownEntry[];
  readonly state: DeviceState;
  /** Set when the timesheet comes from this device: when it was read. */
  readonly keptAsOf: number | undefined;
}

/** The totals of a week, computed from its entries and the actions on this device. */
export const WeekSummary = ({ sheet, entries, state, keptAsOf }: Props) => (
  <Summary
    registered={entries.reduce((sum, { durationInSeconds }) => sum + durationInSeconds, 0)}
    expected={sheet.days.reduce((sum, { workingInSeconds }) => sum + workingInSeconds, 0)}
    attention={entries.filter(({ status }) => needsAttention(status)).length + state.held.size}
    waiting={state.actions.filter(({ id }) => !state.sent.has(id) && !state.held.has(id)).length}
    isOnline={state.isOnline && keptAsOf === undefined}
    asOf={keptAsOf}
  />
);
