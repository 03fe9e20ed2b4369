import { refuse } from '../../domain/errors.ts';
import { jsonOf } from '../../domain/json5.ts';

/** A package as it was sent: JSON, JSON5, or YAML where its sender says so. */
export interface PackageFile {
  readonly bytes: Uint8Array;
  readonly isYaml: boolean;
}

/** Only the place of a mistake is told, for what stands there may be secret. */
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
  } catch {
    return readJson5(text);
  }
}

async function readJson5(text: string): Promise<unknown> {
  const json = jsonOf(text);
  if (json !== undefined)
    try {
      return JSON.parse(json);
    } catch {
      // The parser below finds the place.
    }
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

/** Its parser is slow, and aliases make much of little: what people write by hand is small and has few. */
const LONGEST_YAML = 1_048_576;
const MOST_ALIASES = 100;

async function readYaml(text: string): Promise<unknown> {
  if (text.length > LONGEST_YAML) throw refuse('REQ004', 'A package in YAML may have 1 MiB at most: send JSON.');
  const { parseDocument } = await import('yaml');
  const document = parseDocument(text, { prettyErrors: true, uniqueKeys: true });
  const [mistake] = document.errors;
  const { line, col } = mistake?.linePos?.[0] ?? {};
  const where = line === undefined ? 'it is malformed' : `line ${line}, column ${col}`;
  if (mistake) throw refuse('REQ001', `The package is not YAML: ${where}.`);
  try {
    return document.toJS({ maxAliasCount: MOST_ALIASES });
  } catch {
    throw refuse('REQ001', 'The package uses its aliases too often, or one that is not there.');
  }
}
