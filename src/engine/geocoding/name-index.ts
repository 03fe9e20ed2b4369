/**
 * Numbers by text, without the text: two 32-bit hashes stand for it. A million names fit in some megabytes where a Map would need a
 * hundred; that two names of a country share all 64 bits will not happen.
 */
export class NameIndex {
  #first = new Uint32Array(64);
  #second = new Uint32Array(64);
  /** The number plus one; 0 is a free place. */
  #values = new Uint32Array(64);
  #count = 0;

  add(text: string, value: number): void {
    if (this.#count * 3 >= this.#values.length * 2) this.#grow();
    const [first, second] = hash(text);
    if (this.#put(first, second, value + 1)) this.#count++;
  }

  find(text: string): number[] {
    const [first, second] = hash(text);
    const mask = this.#values.length - 1;
    const found: number[] = [];
    for (let at = first & mask; this.#values[at] !== 0; at = (at + 1) & mask)
      if (this.#first[at] === first && this.#second[at] === second) found.push((this.#values[at] as number) - 1);
    return found;
  }

  get bytes(): number {
    return this.#values.length * 12;
  }

  /** False when exactly this is in already. */
  #put(first: number, second: number, value: number): boolean {
    const mask = this.#values.length - 1;
    let at = first & mask;
    for (; this.#values[at] !== 0; at = (at + 1) & mask)
      if (this.#first[at] === first && this.#second[at] === second && this.#values[at] === value) return false;
    this.#first[at] = first;
    this.#second[at] = second;
    this.#values[at] = value;
    return true;
  }

  #grow(): void {
    const [first, second, values] = [this.#first, this.#second, this.#values];
    this.#first = new Uint32Array(values.length * 2);
    this.#second = new Uint32Array(values.length * 2);
    this.#values = new Uint32Array(values.length * 2);
    for (let at = 0; at < values.length; at++)
      if (values[at] !== 0) this.#put(first[at] as number, second[at] as number, values[at] as number);
  }
}

/** cyrb53 without its last step: two independent mixes of the same characters. */
function hash(text: string): [number, number] {
  let first = 0xdeadbeef;
  let second = 0x41c6ce57;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    first = Math.imul(first ^ unit, 2654435761);
    second = Math.imul(second ^ unit, 1597334677);
  }
  first = Math.imul(first ^ (first >>> 16), 2246822507) ^ Math.imul(second ^ (second >>> 13), 3266489909);
  second = Math.imul(second ^ (second >>> 16), 2246822507) ^ Math.imul(first ^ (first >>> 13), 3266489909);
  return [first >>> 0, second >>> 0];
}
