import { appointmentWhole } from './features/appointments/appointment-schema.ts';
import { jobSchema } from './features/jobs/job-schema.ts';
import { messageSchema } from './features/live/message-schema.ts';
import { applyAnswer, runSchema } from './features/optimization/optimization-schemas.ts';
import { violationSchema } from './features/planning/violation-schema.ts';
import { seriesAnswer, seriesEndAnswer } from './features/series/series-schemas.ts';
import { setupPackageAnswer } from './features/setup/setup-schemas.ts';
import { holdSchema, slotSchema } from './features/slots/slot-schemas.ts';
import { timeSchemas } from './features/time/time-schemas.ts';
import type { RecordExtensions } from './records/extensions.ts';
import { type NamedSchema, recordSchemas, writeAnswerWith } from './records/routes/record-schemas.ts';

/** The named parts of the API description. Bodies are checked by the declarations themselves; these are for readers and for the tests. */
export const allSchemas = (reads: RecordExtensions['reads']): NamedSchema[] => [
  { $id: 'Slot', ...slotSchema },
  { $id: 'SlotHold', ...holdSchema },
  appointmentWhole(),
  ...timeSchemas(),
  writeAnswerWith('SeriesAnswer', seriesAnswer),
  writeAnswerWith('SeriesEndAnswer', seriesEndAnswer),
  writeAnswerWith('ApplyAnswer', applyAnswer),
  runSchema,
  messageSchema,
  writeAnswerWith('MessageAnswer', {
    receivers: { type: 'integer', description: 'Open streams that the pop-up went to, on all nodes.' },
  }),
  violationSchema,
  jobSchema,
  setupPackageAnswer,
  ...recordSchemas(reads),
];
