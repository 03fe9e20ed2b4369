import type { Language } from '../../i18n/language.ts';
import { messageOf } from './conflict.ts';
import { conflictTexts } from './texts.ts';
import type { WarningWording } from './warnings.ts';

/** Messages of conflicts on bars, in the words of the list of conflicts. */
export function barWarnings(language: Language, moment: (iso: string) => string): WarningWording {
  const wording = { texts: conflictTexts[language], moment };
  return ({ rule, message, detail }, { resourceName, bar, other }) =>
    messageOf(
      {
        ...{ rule, message, detail, resourceName },
        appointment: bar ? { subject: bar.subject } : null,
        other: other ? { subject: other.subject, appointmentNo: other.appointmentNo ?? '' } : null,
        // Bars have no texts of their task; their subject is usually that of the task.
        task: bar
          ? {
              ...{ customerName: bar.job?.customer ?? null, subject: bar.subject },
              ...{ shortDescription: '', taskNo: bar.taskNo ?? '' },
            }
          : null,
      },
      wording,
    );
}
