import { prepareForms } from './try-it.ts';

/** An operation shows its details when it is opened. Events of details do not bubble. */
export function watchOperations(): void {
  document.addEventListener(
    'toggle',
    ({ target }) => {
      if (target instanceof HTMLDetailsElement && target.open && target.matches('.operation')) void fill(target);
    },
    true,
  );
}

async function fill(operation: HTMLDetailsElement): Promise<void> {
  const link = operation.querySelector(':scope > p > a');
  if (!(link instanceof HTMLAnchorElement) || operation.dataset['state'] === 'loading') return;
  operation.dataset['state'] = 'loading';
  try {
    const article = await detailsAt(link.href);
    // Below the heading of the group.
    for (const heading of article.querySelectorAll('h2')) heading.ariaLevel = '3';
    link.textContent = 'Link to this operation';
    operation.append(article);
    prepareForms(article);
    operation.dataset['state'] = 'loaded';
    link.closest('p')?.remove();
    article.append(linkTo(link));
  } catch {
    operation.dataset['state'] = 'failed';
    link.textContent = 'The details could not be loaded. Open them on their own page';
  }
}

function linkTo(link: HTMLAnchorElement): HTMLParagraphElement {
  const line = document.createElement('p');
  line.append(link);
  return line;
}

async function detailsAt(address: string): Promise<Element> {
  const answer = await fetch(address);
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const article = page.querySelector('article[data-operation]');
  if (!answer.ok || !article) throw new Error(`no details at ${address}`);
  return document.adoptNode(article);
}

/** Opens the operation that the address names (`#tag/job/get/job`). */
export function openByAddress(): void {
  const named = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!(named instanceof HTMLDetailsElement)) return;
  named.open = true;
  named.scrollIntoView();
}
