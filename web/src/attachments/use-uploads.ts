import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { newId } from '../api/new-id.ts';
import { attachmentsKey } from './query.ts';
import type { AttachmentOwner } from './requests.ts';
import { shrinkImage } from './shrink-image.ts';
import { uploadAttachment } from './upload.ts';

/** A file on its way. */
export interface Upload {
  readonly id: string;
  readonly name: string;
  readonly received: number;
  readonly size: number;
  /** Why it stopped; it continues where it was when it is tried again. */
  readonly error?: unknown;
}

interface Sending {
  readonly file: File;
  readonly abort: AbortController;
  /** Made smaller once. */
  content?: Blob;
}

const isPhoto = ({ type }: File): boolean => type.startsWith('image/');

/** A photo that was made smaller is a JPEG. */
const jpegName = (name: string): string => `${name.replace(/\.[^.]*$/, '') || name}.jpg`;

/** Sends files to a record, and shows how far they are. */
export function useUploads(owner: AttachmentOwner) {
  const queries = useQueryClient();
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const files = useRef(new Map<string, Sending>());
  const set = useCallback((id: string, more: Partial<Upload>): void => {
    setUploads((all) => all.map((each) => (each.id === id ? { ...each, ...more } : each)));
  }, []);
  const drop = useCallback((id: string): void => {
    files.current.get(id)?.abort.abort();
    files.current.delete(id);
    setUploads((all) => all.filter((each) => each.id !== id));
  }, []);
  const run = async (id: string, sending: Sending): Promise<void> => {
    const { file, abort } = sending;
    const kind = isPhoto(file) ? 'photo' : 'document';
    try {
      sending.content ??= kind === 'photo' ? await shrinkImage(file) : file;
      const meta = { attachmentGuid: id, kind, fileName: kind === 'photo' ? jpegName(file.name) : file.name } as const;
      await uploadAttachment(
        sending.content,
        { ...owner, ...meta },
        { signal: abort.signal, onProgress: (received, size) => set(id, { received, size }) },
      );
      drop(id);
    } catch (error) {
      if (!abort.signal.aborted) set(id, { error });
    }
    await queries.invalidateQueries({ queryKey: attachmentsKey(owner) });
  };
  useEffect(() => {
    const sent = files.current;
    return () => {
      for (const { abort } of sent.values()) abort.abort();
    };
  }, []);
  return {
    uploads,
    drop,
    add(chosen: readonly File[]): void {
      const begun = chosen.map((file) => ({ id: newId(), sending: { file, abort: new AbortController() } }));
      for (const { id, sending } of begun) files.current.set(id, sending);
      setUploads((all) => [
        ...all,
        ...begun.map(({ id, sending: { file } }) => ({ id, name: file.name, received: 0, size: file.size })),
      ]);
      void begun.reduce((before, { id, sending }) => before.then(() => run(id, sending)), Promise.resolve());
    },
    again(id: string): void {
      const sending = files.current.get(id);
      set(id, { error: undefined });
      if (sending) void run(id, sending);
    },
  };
}
