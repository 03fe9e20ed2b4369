/** Shows only operations whose method, path or summary contain all words that are typed. */
export function addFilter(): void {
  const label = document.querySelector<HTMLElement>('[data-filter]');
  const input = label?.querySelector('input');
  const found = document.querySelector<HTMLElement>('[data-found]');
  if (!label || !input || !found) return;
  label.hidden = false;
  const groups = [...document.querySelectorAll<HTMLElement>('.group')].map((group) => ({
    group,
    link: document.querySelector<HTMLElement>(`.groups li:has(> a[href="#${group.getAttribute('aria-labelledby')}"])`),
    operations: [...group.querySelectorAll<HTMLElement>(':scope > .operation')].map((operation) => ({
      operation,
      text: (operation.querySelector('summary')?.textContent ?? '').toLowerCase(),
    })),
  }));
  input.addEventListener('input', () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    for (const { group, link, operations } of groups) {
      const before = count;
      for (const { operation, text } of operations) {
        const matches = words.every((word) => text.includes(word));
        operation.hidden = !matches;
        if (matches) count++;
      }
      group.hidden = count === before;
      if (link) link.hidden = group.hidden;
    }
    found.textContent = words.length === 0 ? '' : count === 1 ? '1 operation matches.' : `${count} operations match.`;
  });
}
