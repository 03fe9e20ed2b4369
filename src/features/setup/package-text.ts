import { refuse } from '../../domain/errors.ts';
import { jsonErrorPosition } from '../../platform/http/parse-json.ts';

/** A package as it was sent: JSON or JSON5, or YAML if the request says so. */
export interface PackageFile {
  readonly bytes: Uint8Array;
  readonly isYaml: boolean;
}

/** Errors name the position of a mistake and do not quote the text, which may contain a secret. */
export async function readPackageText({ bytes, isYaml }: PackageFile): Promise<unknown> {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw refuse('REQ001', 'The body is not valid UTF-8.');
  }
  if (text.trim() === '') throw refuse('REQ001', 'The body is empty.');
  if (isYaml) return readYaml(text);
  try {
    return JSON.parse(text);
  } catch (error) {
    return readJson5(text, error as Error);
  }
}

/** The parsers of JSON5 and YAML are slow (about 0.7 s for 1 MiB), and YAML's aliases expand. Files written by hand are small. */
const LONGEST_BY_HAND = 1_048_576;
const MOST_ALIASES = 100;

async function readJson5(text: string, jsonError: Error): Promise<unknown> {
  if (text.length > LONGEST_BY_HAND)
    throw refuse(
      'REQ004',
      `The package is not valid JSON (${jsonErrorPosition(jsonError)}), and a package in JSON5 may have 1 MiB at most: send JSON.`,
    );
  const { default: JSON5 } = await import('json5');
  try {
    return JSON5.parse(text);
  } catch (error) {
    const { lineNumber, columnNumber } = error as { lineNumber?: number; columnNumber?: number };
    throw refuse(
      'REQ001',
      `The package is neither JSON nor JSON5: ${lineNumber === undefined ? 'it is malformed' : `line ${lineNumber}, column ${columnNumber}`}.`,
    );
  }
}

async function readYaml(text: string): Promise<unknown> {
  if (text.length > LONGEST_BY_HAND) throw refuse('REQ004', 'A package in YAML may have 1 MiB at most: send JSON.');
  const { parseDocument } = await import('yaml');
  const document = parseDocument(text, { prettyErrors: true, uniqueKeys: true });
  const [mistake] = document.errors;
  const { line, col } = mistake?.linePos?.[0] ?? {};
  const where = line === undefined ? 'it is malformed' : `line ${line}, column ${col}`;
  if (mistake) throw refuse('REQ001', `The package is not YAML: ${where}.`);
  try {
    return document.toJS({ maxAliasCount: MOST_ALIASES });
  } catch {
    throw refuse('REQ001', 'The package expands too many aliases, or uses one that is not defined.');
  }
}
