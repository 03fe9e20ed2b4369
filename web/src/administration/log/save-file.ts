/** Downloads a text as a file. */
export function saveFile(name: string, text: string, type = 'application/json'): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download has begun by then; kept longer, the text would stay in memory.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
