import { useFormat } from '../../kit/use-format.ts';
import { useTimesheetTexts } from './texts.ts';

interface Props {
  readonly registered: number;
  readonly expected: number;
  readonly attention: number;
  readonly waiting: number;
  readonly isOnline: boolean;
  readonly asOf: number | undefined;
}

/** The totals of the week, and whether the device is online. */
export function Summary({ registered, expected, attention, waiting, isOnline, asOf }: Props) {
  const texts = useTimesheetTexts();
  const format = useFormat();
  return (
    <>
      <dl className="ts-summary">
        <div>
          <dt>{texts.weekTotal}</dt>
          <dd>
            <strong>{format.hours(registered)}</strong> {expected > 0 && texts.ofExpected(format.hours(expected))}
          </dd>
        </div>
        <div>
          <dt>{texts.needsAttention}</dt>
          <dd>{attention > 0 ? <strong className="ts-attention">{attention}</strong> : texts.noAttentionNeeded}</dd>
        </div>
        {waiting > 0 && (
          <div>
            <dt>{texts.waiting}</dt>
            <dd>
              <strong>{waiting}</strong>
            </dd>
          </div>
        )}
      </dl>
      {!isOnline && (
        <p className="ts-line" role="status">
          {texts.offline} {asOf !== undefined && texts.offlineSeen(format.moment(asOf))}
        </p>
      )}
    </>
  );
}
