import { hoursText } from './day-load.ts';
import { make } from './element.ts';
import { GROUP_HEIGHT, type ResourceGroup, type WindowLoad } from './groups.ts';
import type { BoardTexts } from './types.ts';

interface Shown {
  readonly groups: readonly ResourceGroup[];
  readonly tops: readonly number[];
  /** The visible part, in px. */
  readonly from: number;
  readonly till: number;
  readonly texts: BoardTexts;
  loadOf(group: ResourceGroup): WindowLoad;
}

interface Header {
  readonly button: HTMLElement;
  readonly band: HTMLElement;
  group: ResourceGroup | undefined;
  load: WindowLoad | undefined;
  top: number;
}

/** The headers of groups: a button beside the names, and a band over the bars. Only visible ones exist. */
export class GroupsView {
  readonly #names: HTMLElement;
  readonly #bands: HTMLElement;
  readonly #headers = new Map<string, Header>();
  readonly #toggle: (group: ResourceGroup, all: boolean) => void;

  constructor(names: HTMLElement, body: HTMLElement, toggle: (group: ResourceGroup, all: boolean) => void) {
    this.#names = make('ob-groups', names);
    this.#bands = make('ob-groups', body);
    this.#toggle = toggle;
  }

  draw({ groups, tops, from, till, texts, loadOf }: Shown): void {
    const wanted = new Set<string>();
    let position = 0;
    for (const [i, group] of groups.entries()) {
      const top = tops[i] ?? 0;
      if (top + GROUP_HEIGHT < from || top > till) continue;
      wanted.add(group.name);
      const header = this.#headers.get(group.name) ?? this.#add(group.name);
      const load = loadOf(group);
      if (header.group !== group || header.load !== load) paint(header, group, load, texts);
      if (header.top !== top) move(header, top);
      Object.assign(header, { group, load, top });
      // The order of the document is the order of the Tab key.
      if (this.#names.children[position] !== header.button)
        this.#names.insertBefore(header.button, this.#names.children[position] ?? null);
      position++;
    }
    for (const [name, { button, band }] of this.#headers) {
      if (wanted.has(name) || (button === document.activeElement && groups.some((group) => group.name === name)))
        continue;
      button.remove();
      band.remove();
      this.#headers.delete(name);
    }
  }

  #add(name: string): Header {
    const button = make('ob-group', this.#names, 'button');
    button.setAttribute('type', 'button');
    make('ob-group-name', button, 'span');
    make('ob-group-load', button, 'span');
    const header: Header = {
      button,
      band: make('ob-group-band', this.#bands),
      group: undefined,
      load: undefined,
      top: -1,
    };
    button.addEventListener('click', (event) => header.group && this.#toggle(header.group, event.shiftKey));
    button.addEventListener('keydown', (event) => {
      const wants = event.key === 'ArrowLeft' ? true : event.key === 'ArrowRight' ? false : undefined;
      if (wants === undefined || !header.group) return;
      event.preventDefault();
      if (header.group.isCollapsed !== wants) this.#toggle(header.group, event.shiftKey);
    });
    this.#headers.set(name, header);
    return header;
  }
}

function paint({ button, band }: Header, group: ResourceGroup, load: WindowLoad, texts: BoardTexts): void {
  const [name, figures] = button.children as unknown as [HTMLElement, HTMLElement];
  const shown = group.name.slice(0, 120) || texts.noGroup;
  const percent = load.availableMs === 0 ? 0 : Math.round((100 * load.bookedMs) / load.availableMs);
  const free = hoursText(Math.round(load.freeMs / 900_000) * 900_000);
  // With a space, so that a screen reader does not join the two.
  name.textContent = `${shown} `;
  figures.textContent = texts.groupLoad(percent, free);
  button.setAttribute('aria-expanded', String(!group.isCollapsed));
  button.setAttribute(
    'aria-label',
    `${shown} ${texts.groupLoad(percent, free)}, ${texts.groupSize(group.resources.length)}`,
  );
  button.title = `${shown}\n${texts.groupSize(group.resources.length)}\n${texts.groupLoad(percent, free)}`;
  button.classList.toggle('ob-group-full', load.availableMs > 0 && percent > 100);
  band.style.setProperty('--load', `${Math.min(100, percent)}%`);
}

function move({ button, band }: Header, top: number): void {
  button.style.transform = `translateY(${top}px)`;
  band.style.transform = `translateY(${top}px)`;
}
