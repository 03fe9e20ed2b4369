import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The same for every attempt at one mail, so that a recipient can recognize a duplicate. */
  readonly messageId: string;
  readonly date: Date;
}

/** How a mail was sent, shown with the job. */
interface Sent {
  readonly to: string;
  readonly messageId: string;
  readonly by: 'smtp' | 'file';
  /** What the server said, or the name of the file. */
  readonly answer: string;
}

export interface Mailer {
  /** The part of a Message-ID after the @. */
  readonly domain: string;
  send(mail: Mail): Promise<Sent>;
}

export class MailError extends Error {
  override readonly name = 'MailError';
  /** The server wants neither this mail nor any attempt after it. */
  readonly isFinal: boolean;
  constructor(message: string, isFinal: boolean) {
    super(message);
    this.isFinal = isFinal;
  }
}

const domainOf = (from: string): string => /@([^\s@>]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';

/** One address, whatever stands in it: a text would be taken for a list. */
const only = (address: string): { name: string; address: string } => ({ name: '', address });

/** Within the time that a transaction may wait for somebody outside. */
const PATIENCE = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 40_000, dnsTimeout: 15_000 };

interface SmtpFailure {
  readonly message: string;
  readonly code?: string;
  readonly responseCode?: number;
}

/** A refusal of the address or of the text is final; one of the login is not: somebody will put that right. */
const isFinal = ({ code, responseCode = 0 }: SmtpFailure): boolean =>
  responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE');

/** Sends through a mail server. */
export function smtpMailer(url: string, from: string): Mailer {
  return {
    domain: domainOf(from),
    async send({ to, subject, text, messageId, date }) {
      const { createTransport } = await import('nodemailer');
      const transport = createTransport({ url, ...PATIENCE } as Parameters<typeof createTransport>[0]);
      try {
        const sent = (await transport.sendMail({ from, to: only(to), subject, text, messageId, date })) as {
          response?: string;
        };
        return { to, messageId, by: 'smtp', answer: String(sent.response ?? '') };
      } catch (error) {
        const failure = error as SmtpFailure;
        throw new MailError(`The mail server refused the mail: ${failure.message}`, isFinal(failure));
      } finally {
        transport.close();
      }
    },
  };
}

/** Without a mail server: each mail becomes a file that mail programs open. */
export function folderMailer(folder: string, from: string): Mailer {
  return {
    domain: domainOf(from),
    async send({ to, subject, text, messageId, date }) {
      const { createTransport } = await import('nodemailer');
      const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
      const { message } = await transport.sendMail({ from, to: only(to), subject, text, messageId, date });
      const name = `${messageId.replace(/^<|@.*$/g, '')}.eml`;
      const file = path.join(folder, name);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // Whole or not at all; a second attempt at the same mail is the same file.
      await writeFile(`${file}.part`, message as Buffer, { mode: 0o600, flush: true });
      await rename(`${file}.part`, file);
      return { to, messageId, by: 'file', answer: name };
    },
  };
}

export interface HasMailer {
  readonly mailer: Mailer;
}
