import { isUtf8 } from 'node:buffer';
import { refuse } from '../../domain/errors.ts';

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw refuse(
      'REQ001',
      'The form contains a percent sign that does not begin a valid UTF-8 sequence such as %C3%A9.',
    );
  }
};

/** A body of application/x-www-form-urlencoded. A name that is sent more than once has a list of its values. */
export function parseForm(bytes: Buffer): Readonly<Record<string, string | readonly string[]>> {
  if (!isUtf8(bytes)) throw refuse('REQ001', 'The form is not valid UTF-8.');
  const form = new Map<string, string[]>();
  for (const pair of bytes.toString('utf8').split('&')) {
    if (pair.trim() === '') continue;
    const [, name = '', value = ''] = /^([^=]*)=?(.*)$/s.exec(pair) ?? [];
    const read = decoded(name).trim();
    const values = form.get(read);
    if (values) values.push(decoded(value));
    else form.set(read, [decoded(value)]);
  }
  return Object.fromEntries(
    [...form].map(([name, values]) => [name, values.length === 1 ? (values[0] ?? '') : values]),
  );
}
