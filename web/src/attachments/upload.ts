import { ApiError } from '../api/client.ts';
import { NoConnection } from '../api/retry.ts';
import { type AttachmentMeta, beginUpload, sendChunk, type UploadState, uploadState } from './requests.ts';

interface UploadOptions {
  readonly signal?: AbortSignal | undefined;
  /** Bytes that the service has stored, of all. */
  readonly onProgress?: ((received: number, size: number) => void) | undefined;
  /** How long to try without storing anything more before the upload fails. A later call with the same attachmentGuid continues. */
  readonly patienceMs?: number | undefined;
}

const PATIENCE_MS = 60_000;
const PAUSES_MS = [500, 1000, 2000, 4000, 8000];

/**
 * Sends a file in chunks. A chunk that the service has acknowledged is never sent again: after a cut, and in a later call with the same
 * attachmentGuid, the upload continues where it was.
 */
export async function uploadAttachment(
  blob: Blob,
  meta: AttachmentMeta,
  { signal, onProgress, patienceMs = PATIENCE_MS }: UploadOptions = {},
): Promise<UploadState> {
  const persistent = patient(patienceMs, signal);
  const sha256 = await digestOf(blob);
  const body = {
    ...meta,
    contentType: meta.contentType ?? (blob.type || 'application/octet-stream'),
    size: blob.size,
    ...(sha256 === undefined ? {} : { sha256 }),
  };
  let state = await persistent(() => beginUpload(body, signal));
  onProgress?.(state.received, state.size);
  const sendNext = async (): Promise<UploadState> => {
    const chunk = blob.slice(state.received, state.received + state.chunkSize);
    try {
      return { ...state, ...(await sendChunk(meta.attachmentGuid, state.received, chunk, signal)) };
    } catch (error) {
      if (!isMisplaced(error)) throw error;
      // An earlier chunk was stored, but its response was lost.
      const stored = await uploadState(meta.attachmentGuid, signal);
      if (stored.received === state.received && stored.state === state.state) throw error;
      return stored;
    }
  };
  while (state.state === 'uploading') {
    state = await persistent(sendNext);
    onProgress?.(state.received, state.size);
  }
  return state;
}

const isMisplaced = (error: unknown): boolean => error instanceof ApiError && error.status === 409;

/** No connection, a restart of the service, or too many requests. */
const isTemporary = (error: unknown): boolean =>
  error instanceof NoConnection || (error instanceof ApiError && [408, 429, 502, 503, 504].includes(error.status));

/** Repeats each step while it fails for a reason that passes. The patience begins again with each step that succeeds. */
function patient(patienceMs: number, signal: AbortSignal | undefined) {
  return async <T>(step: () => Promise<T>): Promise<T> => {
    const end = Date.now() + patienceMs;
    for (let count = 0; ; count++) {
      try {
        return await step();
      } catch (error) {
        if (signal?.aborted || !isTemporary(error) || Date.now() >= end) throw error;
        await pause(PAUSES_MS[Math.min(count, PAUSES_MS.length - 1)] ?? 0, signal);
      }
    }
  };
}

/** Until the pause is over, or the browser reports that it is online again. */
const pause = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      globalThis.removeEventListener?.('online', end);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    globalThis.addEventListener?.('online', end);
    signal?.addEventListener('abort', end);
  });

/** Pages without TLS have no digests; the service then does without. */
async function digestOf(blob: Blob): Promise<string | undefined> {
  if (globalThis.crypto?.subtle === undefined) return undefined;
  const digest = await crypto.subtle.digest('SHA-256', await blob.arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
