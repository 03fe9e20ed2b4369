import { readFileSync } from 'node:fs';

/** The fenced blocks of one language in a section of a page, as they stand there. */
export function pageBlocks(page: string, heading: string, language: string): string[] {
  const lines = readFileSync(new URL(`../../${page}`, import.meta.url), 'utf8').split('\n');
  const level = heading.split(' ')[0]?.length ?? 0;
  const blocks: string[] = [];
  let isInside = false;
  let block: { readonly language: string; readonly lines: string[] } | undefined;
  for (const line of lines) {
    if (block) {
      if (line !== '```') block.lines.push(line);
      else {
        if (isInside && block.language === language) blocks.push(`${block.lines.join('\n')}\n`);
        block = undefined;
      }
    } else if (line.startsWith('```')) block = { language: line.slice(3), lines: [] };
    else if (/^#+ /.test(line)) {
      // The section ends at the next heading of its level or a higher one.
      if (line === heading) isInside = true;
      else if ((line.split(' ')[0]?.length ?? 0) <= level) isInside = false;
    }
  }
  if (blocks.length === 0) throw new Error(`${page} has no ${language} block below ${heading}`);
  return blocks;
}

/** Puts values of a test in the place of those that a reader adjusts. Each must stand in the block. */
export function adjusted(block: string, values: Readonly<Record<string, string>>): string {
  return Object.entries(values).reduce((text, [written, value]) => {
    if (!text.includes(written)) throw new Error(`the page does not say ${written} any more`);
    return text.replaceAll(written, value);
  }, block);
}
