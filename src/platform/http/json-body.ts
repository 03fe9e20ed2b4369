import { ArrivingList } from './arriving-list.ts';
import { costOf, JsonScan } from './json-scan.ts';
import { checkUtf8, parseJson, parseRest } from './parse-json.ts';
import { RepeatedLists } from './repeated-lists.ts';

/** What is known of a body while it arrives. */
export interface ArrivingBody {
  /** `bytes`: all that has arrived. */
  push(bytes: Buffer): void;
  /** `bytes`: the whole body. */
  end(bytes: Buffer): void;
  /** What the body will take when it is parsed, as far as it is known. */
  readonly cost: number;
}

/**
 * JSON on its way in. A long list of objects is parsed while it arrives; anything else is looked at before it is parsed, and so is what such a list
 * turns out not to be.
 */
export class JsonBody implements ArrivingBody {
  readonly #list: ArrivingList;
  #scan: JsonScan | undefined;
  #bytes = 0;

  /** `most`: elements that the outermost list may have. */
  constructor(repeated?: string, most?: number) {
    this.#list = new ArrivingList(repeated === undefined ? undefined : new RepeatedLists(repeated), most);
  }

  push(bytes: Buffer): void {
    if (this.#scan) this.#scan.push(bytes.subarray(this.#bytes));
    else {
      this.#list.advance(bytes);
      if (this.#list.hasGivenUp) this.#look(bytes);
    }
    this.#bytes = bytes.length;
  }

  get cost(): number {
    return this.#scan?.cost ?? costOf(this.#bytes, this.#list.values, this.#list.containers);
  }

  /** Elements of the outermost list; 1 for an object. To be asked for when all has arrived. */
  get items(): number {
    return this.#scan?.items ?? this.#list.elements.length;
  }

  end(bytes: Buffer): void {
    if (!this.#scan && !this.#list.finish(bytes)) this.#look(bytes);
  }

  async value(bytes: Buffer): Promise<unknown> {
    const { elements, from } = this.#list;
    checkUtf8(bytes);
    if (!this.#scan) return elements;
    if (elements.length === 0) return parseJson(bytes, this.#scan.cuts);
    for (const element of await parseRest(bytes, from, this.#scan.cuts)) elements.push(element);
    return elements;
  }

  /** Byte by byte, from where the list has not been parsed. */
  #look(bytes: Buffer): void {
    const { elements, from, values, containers } = this.#list;
    this.#scan =
      elements.length === 0
        ? new JsonScan('json')
        : JsonScan.within(from, { elements: elements.length, values, containers });
    this.#scan.push(elements.length === 0 ? bytes : bytes.subarray(from));
  }
}

/** A format that is parsed elsewhere, in one go. */
export class TextBody implements ArrivingBody {
  readonly #scan = new JsonScan('text');
  #bytes = 0;

  push(bytes: Buffer): void {
    this.#scan.push(bytes.subarray(this.#bytes));
    this.#bytes = bytes.length;
  }

  end(): void {}

  get cost(): number {
    return this.#scan.cost;
  }
}
