import { OperatorError } from '../../../domain/operator-error.ts';

const MOST_BYTES = 256 * 1024 * 1024;
const LONGEST_MS = 300_000;

/** The archive of a country from GeoNames, or from a mirror of the same files. */
export async function downloadPack(baseUrl: string, country: string): Promise<Buffer> {
  // Only this command needs it; every start would pay for it.
  const { request } = await import('undici');
  const url = `${baseUrl}/${country}.zip`;
  const { statusCode, body } = await request(url, { signal: AbortSignal.timeout(LONGEST_MS) }).catch((error: Error) => {
    throw new OperatorError(
      `${url} cannot be reached: ${error.message}. A file can be added with: openslot geo add --file ${country}.zip`,
    );
  });
  if (statusCode !== 200) {
    await body.dump();
    throw new OperatorError(
      statusCode === 404
        ? `There is no pack for ${country} at ${baseUrl}.`
        : `${url} returned ${statusCode}. Set GEONAMES_URL to an address that serves the files, or add a file.`,
    );
  }
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of body) {
    size += (part as Buffer).length;
    if (size > MOST_BYTES) throw new OperatorError(`${url} is larger than ${MOST_BYTES / 1_048_576} MiB.`);
    parts.push(part as Buffer);
  }
  return Buffer.concat(parts);
}
