import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

interface Received {
  readonly to: string;
  readonly user: string;
  readonly text: string;
}

/** A mail server that accepts what a test chooses. */
export interface MailServer {
  readonly url: string;
  readonly mails: Received[];
  /** How it answers the next recipients, one after the other; it takes everything after that. */
  answerNext(...codes: number[]): void;
  /** From now on it keeps its answer back; settles when a mail waits for it. */
  holdNext(): Promise<void>;
  release(): void;
  close(): Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
  const mails: Received[] = [];
  const answers: number[] = [];
  let held: { arrived: () => void; released: Promise<void> } | undefined;
  let release = (): void => {};
  const server = new SMTPServer({
    authOptional: false,
    allowInsecureAuth: true,
    hideSTARTTLS: true,
    onAuth: ({ username, password }, _session, done) =>
      password === 'p@ss word' ? done(null, { user: username }) : done(new Error('wrong password')),
    async onRcptTo({ address }, _session, done) {
      held?.arrived();
      await held?.released;
      const code = answers.shift() ?? 250;
      done(code < 400 ? null : Object.assign(new Error(`no mail for ${address}`), { responseCode: code }));
    },
    onData(stream, session, done) {
      let text = '';
      stream.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      stream.on('end', () => {
        for (const { address } of session.envelope.rcptTo)
          mails.push({ to: address, user: String(session.user), text });
        done();
      });
    },
  });
  server.on('error', () => {});
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://anna:p%40ss%20word@127.0.0.1:${port}`,
    mails,
    answerNext: (...codes) => answers.push(...codes),
    holdNext: () =>
      new Promise((arrived) => {
        const released = new Promise<void>((settle) => {
          release = settle;
        });
        held = { arrived, released };
      }),
    release: () => {
      held = undefined;
      release();
    },
    close: () => new Promise((closed) => server.close(() => closed())),
  };
}
