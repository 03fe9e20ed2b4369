const LONGEST_TEXT = 500;

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** Without properties that have no value, and with long texts cut: assistants pay for every character. */
export function compact(value: unknown, longest = LONGEST_TEXT): unknown {
  if (typeof value === 'string') return value.length > longest ? `${value.slice(0, longest)}…` : value;
  if (Array.isArray(value)) return value.map((each) => compact(each, longest));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) => (isEmpty(each) ? [] : [[name, compact(each, longest)]])),
  );
}
