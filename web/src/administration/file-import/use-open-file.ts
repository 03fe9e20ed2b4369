import { type RefObject, useRef, useState } from 'react';
import type { FileTable } from './cells.ts';
import type { CsvOptions } from './read-csv.ts';
import { readFile } from './read-file.ts';
import { type FileProblem, FileRefused } from './table-of-rows.ts';

export interface OpenFile {
  readonly name: string;
  readonly table: FileTable | undefined;
  readonly problem: FileProblem | undefined;
  readonly isReading: boolean;
  readonly options: CsvOptions;
  readonly resetRef: RefObject<(() => void) | null>;
  open(file: File): void;
  setOptions(options: CsvOptions): void;
}

/** The chosen file. It is read again when it is to be read otherwise. */
export function useOpenFile(onTable: (table: FileTable) => void): OpenFile {
  const [file, setFile] = useState<File>();
  const [table, setTable] = useState<FileTable>();
  const [problem, setProblem] = useState<FileProblem>();
  const [isReading, setReading] = useState(false);
  const [options, keepOptions] = useState<CsvOptions>({});
  const resetRef = useRef<() => void>(null);
  const latest = useRef(0);
  const read = async (chosen: File, how: CsvOptions): Promise<void> => {
    latest.current += 1;
    const turn = latest.current;
    setReading(true);
    try {
      const found = await readFile(chosen, how);
      if (turn !== latest.current) return;
      setProblem(undefined);
      setTable(found);
      onTable(found);
    } catch (error) {
      if (turn !== latest.current) return;
      setTable(undefined);
      setProblem(error instanceof FileRefused ? error.problem : 'unreadable');
    } finally {
      if (turn === latest.current) setReading(false);
    }
  };
  return {
    name: file?.name ?? '',
    table,
    problem,
    isReading,
    options,
    resetRef,
    open(chosen) {
      setFile(chosen);
      // Without this, choosing the same file after it was corrected would not be noticed.
      resetRef.current?.();
      void read(chosen, options);
    },
    setOptions(next) {
      keepOptions(next);
      if (file) void read(file, next);
    },
  };
}
