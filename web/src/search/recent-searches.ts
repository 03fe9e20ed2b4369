const KEY = 'openslot-searches';
const MOST = 6;

/** The last searches of this browser, the newest first. */
export function recentSearches(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored)
      ? stored.filter((each): each is string => typeof each === 'string').slice(0, MOST)
      : [];
  } catch {
    return [];
  }
}

export function rememberSearch(query: string): void {
  const text = query.trim().slice(0, 100);
  if (text === '') return;
  const others = recentSearches().filter((each) => each.toLowerCase() !== text.toLowerCase());
  localStorage.setItem(KEY, JSON.stringify([text, ...others].slice(0, MOST)));
}
