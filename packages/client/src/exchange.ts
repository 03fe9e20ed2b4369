import { ApiError, type Failure, NoConnection } from './errors.ts';

/** Path and query of a request: `/job/{jobNo}` with its parameters. */
export function addressOf(path: string, parameters: object = {}, query: object = {}): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String((parameters as Record<string, unknown>)[name])),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) search.set(name, Array.isArray(value) ? value.join(',') : String(value));
  return search.size === 0 ? filled : `${filled}?${search}`;
}

/** Waits for the network. A failure keeps its reason: that the request was aborted, or that there is no connection. */
export async function overNetwork<T>(work: Promise<T>, signal: AbortSignal | null | undefined): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw signal?.aborted ? error : new NoConnection('no connection', { cause: error });
  }
}

const isJson = (response: Response): boolean => /json/.test(response.headers.get('content-type') ?? '');

/** The JSON of a response, or undefined. */
export async function jsonOf(response: Response, signal: AbortSignal | null | undefined): Promise<unknown> {
  const text = await overNetwork(response.text(), signal);
  return isJson(response) && text !== '' ? JSON.parse(text) : undefined;
}

/** The error that a response reports. Proxies in between have error pages of their own. */
export async function errorOf(response: Response, signal: AbortSignal | null | undefined): Promise<ApiError> {
  const failure = (await jsonOf(response, signal)) as Partial<Failure> | undefined;
  return new ApiError(response.status, failure ?? {}, secondsOf(response.headers.get('retry-after') ?? ''));
}

/** Retry-After is a number of seconds or a date. */
const secondsOf = (header: string): number =>
  Math.max(0, Number(header) || (Date.parse(header) - Date.now()) / 1000 || 0);

/** What a method of the client returns: JSON as its value, nothing as undefined, everything else as the response to read from. */
export async function answerOf(response: Response, signal: AbortSignal | null | undefined): Promise<unknown> {
  const isOther = response.headers.has('content-type') && !isJson(response);
  return isOther ? response : jsonOf(response, signal);
}
