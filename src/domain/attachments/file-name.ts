import type { AllowedType } from './file-type.ts';

const LONGEST_NAME = 200;

/** Characters that are no part of a name: controls, those that turn the direction of a text, and those that file systems refuse. */
const UNWANTED = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}"*:<>?|\\/]+/gu;

/** The last part of a path without characters that a file name cannot have; empty where nothing is left. */
export function safeFileName(sent: string): string {
  const last = sent.split(/[\\/]/).findLast((part) => part.trim() !== '') ?? '';
  const plain = last.replace(UNWANTED, ' ').replace(/\s+/g, ' ').trim().replace(/^\.+/, '').trim();
  if (plain.length <= LONGEST_NAME) return plain;
  const ending = /\.\w{1,5}$/.exec(plain)?.[0] ?? '';
  return `${plain.slice(0, LONGEST_NAME - ending.length).toWellFormed()}${ending}`;
}

const ENDINGS: Readonly<Record<AllowedType, readonly string[]>> = {
  'image/jpeg': ['jpg', 'jpeg', 'jfif'],
  'image/png': ['png'],
  'image/webp': ['webp'],
  'image/heic': ['heic', 'heif'],
  'application/pdf': ['pdf'],
  'text/plain': ['txt', 'log', 'csv', 'md'],
};

/** A name that ends as its type does: a program cannot be saved as one. */
export function nameOfType(name: string, type: AllowedType): string {
  const endings = ENDINGS[type];
  const has = endings.some((ending) => name.toLowerCase().endsWith(`.${ending}`));
  return has ? name : `${name}.${endings[0]}`;
}

/** The header with a name of any language (RFC 6266, RFC 8187), and one in ASCII for old clients. */
export function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${ascii}"${ascii === name ? '' : `; filename*=UTF-8''${encoded}`}`;
}
