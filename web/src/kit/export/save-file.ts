/** Downloads a text, or what a file consists of. */
export function saveFile(name: string, content: string | Blob, type = 'application/json'): void {
  const address = URL.createObjectURL(typeof content === 'string' ? new Blob([content], { type }) : content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download has begun by then; kept longer, the text would stay in memory.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
