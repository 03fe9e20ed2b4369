import type { MissingRow } from '../../domain/missing-time.ts';
import type { MailMessage } from '../../platform/mail/mail.ts';

interface ReminderTexts {
  subject(tenant: string): string;
  readonly intro: string;
  day(date: string, missing: string): string;
  outro(link: string): string;
}

/** In the languages of the web application. */
const texts = {
  en: {
    subject: (tenant) => `Openslot: hours are missing at ${tenant}`,
    intro: 'These hours of the last seven days are not registered yet:',
    day: (date, missing) => `- ${date}: ${missing} missing`,
    outro: (link) => `Register them here:\n\n${link}\n\nYou get this mail at most once a week.`,
  },
  nl: {
    subject: (tenant) => `Openslot: er ontbreken uren bij ${tenant}`,
    intro: 'Deze uren van de laatste zeven dagen zijn nog niet geregistreerd:',
    day: (date, missing) => `- ${date}: ${missing} ontbreekt`,
    outro: (link) => `Registreer ze hier:\n\n${link}\n\nU krijgt deze mail hoogstens één keer per week.`,
  },
  de: {
    subject: (tenant) => `Openslot: Stunden fehlen bei ${tenant}`,
    intro: 'Diese Stunden der letzten sieben Tage sind noch nicht erfasst:',
    day: (date, missing) => `- ${date}: ${missing} fehlen`,
    outro: (link) => `Erfassen Sie sie hier:\n\n${link}\n\nSie erhalten diese Mail höchstens einmal pro Woche.`,
  },
  fr: {
    subject: (tenant) => `Openslot : des heures manquent chez ${tenant}`,
    intro: 'Ces heures des sept derniers jours ne sont pas encore saisies :',
    day: (date, missing) => `- ${date} : ${missing} manquent`,
    outro: (link) => `Saisissez-les ici :\n\n${link}\n\nVous recevez ce message au plus une fois par semaine.`,
  },
} as const satisfies Readonly<Record<string, ReminderTexts>>;

/** `nl-BE` is Dutch; what the web application does not speak is English. */
function languageOf(language: string | null): keyof typeof texts {
  const [primary = ''] = (language ?? '').toLowerCase().split('-');
  return primary === 'nl' || primary === 'de' || primary === 'fr' ? primary : 'en';
}

const hours = (seconds: number): string =>
  `${Math.floor(seconds / 3600)}:${String(Math.floor((seconds % 3600) / 60)).padStart(2, '0')}`;

/** The mail to a person about the days with missing hours. */
export function reminderMail(
  person: { readonly email: string; readonly language: string | null },
  tenant: string,
  days: readonly Pick<MissingRow, 'date' | 'missingInSeconds'>[],
  link: string,
): MailMessage {
  const language = languageOf(person.language);
  const { subject, intro, day, outro } = texts[language];
  const dates = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  });
  const lines = days.map(({ date, missingInSeconds }) =>
    day(dates.format(Date.parse(`${date}T00:00:00Z`)), hours(missingInSeconds)),
  );
  return {
    to: person.email,
    subject: subject(tenant),
    text: `${intro}\n\n${lines.join('\n')}\n\n${outro(link)}\n`,
  };
}
