/** The code of a failed system call (`ENOENT`) or the SQLSTATE of a refused statement (`3D000`). */
export function errorCode(error: unknown): string | undefined {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  return undefined;
}

export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The result, or undefined when the call failed with one of the codes that the caller expects. */
export async function unlessCode<T>(work: Promise<T>, ...codes: string[]): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    const code = errorCode(error);
    if (code !== undefined && codes.includes(code)) return undefined;
    throw error;
  }
}
