import { refuse } from '../../domain/errors.ts';
import { jsonOf } from '../../domain/json5.ts';

/** A package as it was sent: JSON, or JSON5. Only the place of a mistake is told, for what stands there may be secret. */
export async function readPackageText(bytes: Uint8Array): Promise<unknown> {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw refuse('REQ001', 'The body is not valid UTF-8.');
  }
  if (text.trim() === '') throw refuse('REQ001', 'The body is empty.');
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
