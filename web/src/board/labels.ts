import { clockText } from '../dates/clock-text.ts';
import { hoursText } from './day-load.ts';
import type { Bar } from './types.ts';

/** The fields that a label can show, as `{customer}`. */
export const LABEL_FIELDS = [
  'subject',
  'customer',
  'city',
  'contact',
  'description',
  'job',
  'task',
  'category',
  'appointmentNo',
  'time',
  'start',
  'end',
  'duration',
] as const;
export type LabelField = (typeof LABEL_FIELDS)[number];

export const USUAL_LABELS: readonly string[] = ['{subject}', '{customer}, {city}'];
export const MOST_LINES = 2;
/** Characters of a template. */
export const LONGEST_LABEL = 100;
const LONGEST_VALUE = 160;

/** A field, or the text between fields. */
export type LabelPart = { readonly field: LabelField } | { readonly text: string };

const isField = (name: string): name is LabelField => (LABEL_FIELDS as readonly string[]).includes(name);

const parsed = new Map<string, readonly LabelPart[]>();

/** The parts of a template; an unknown field stays as it was typed. */
export function labelParts(template: string): readonly LabelPart[] {
  const known = parsed.get(template);
  if (known) return known;
  const parts: LabelPart[] = [];
  let text = '';
  let at = 0;
  for (const found of template.matchAll(/\{(\w+)\}/g)) {
    const name = found[1] ?? '';
    if (!isField(name)) continue;
    text += template.slice(at, found.index);
    if (text !== '') parts.push({ text });
    parts.push({ field: name });
    text = '';
    at = found.index + found[0].length;
  }
  text = template.slice(at);
  if (text !== '') parts.push({ text });
  // While a planner types, each key is another template.
  if (parsed.size > 200) parsed.clear();
  parsed.set(template, parts);
  return parts;
}

/** Names in braces that are no field. */
export const unknownFields = (template: string): string[] =>
  [...template.matchAll(/\{(\w*)\}/g)].map((found) => found[1] ?? '').filter((name) => !isField(name));

/** The text of a template. The text beside a field without a value is left out: `{customer}, {city}` without a city is the customer. */
export function labelText(parts: readonly LabelPart[], textOf: (field: LabelField) => string): string {
  let shown = '';
  let isEmptyBefore = false;
  let hasFieldBefore = false;
  for (const [i, part] of parts.entries()) {
    if ('field' in part) {
      const value = textOf(part.field);
      isEmptyBefore = value === '';
      hasFieldBefore = true;
      shown += value;
      continue;
    }
    const next = parts[i + 1];
    const isLast = next === undefined;
    if (hasFieldBefore && (isLast ? isEmptyBefore : shown === '')) continue;
    if (next && 'field' in next && textOf(next.field) === '') continue;
    // Its other half was left out.
    shown += isEmptyBefore ? part.text.replace(/[()[\]]/g, '') : part.text;
  }
  return shown.trim();
}

/** The value of a field for a bar, on one line. */
export function fieldOf(bar: Bar, field: LabelField, zone: string): string {
  switch (field) {
    case 'subject':
      return oneLine(bar.subject) || `#${bar.id}`;
    case 'customer':
    case 'city':
    case 'contact':
    case 'description':
      return oneLine(bar.job?.[field]);
    case 'job':
      return oneLine(bar.jobNo);
    case 'task':
      return oneLine(bar.taskNo);
    case 'appointmentNo':
      return oneLine(bar.appointmentNo);
    case 'category':
      return oneLine(bar.category);
    case 'start':
    case 'end':
      return clockText(zone, bar[field]);
    case 'time':
      return `${clockText(zone, bar.start)}–${clockText(zone, bar.end)}`;
    case 'duration':
      return hoursText(bar.end - bar.start);
  }
}

const oneLine = (value: string | null | undefined): string =>
  value ? value.slice(0, LONGEST_VALUE).replace(/\s+/g, ' ').trim() : '';

/** The lines of a bar, without those that are empty. */
export function labelLines(templates: readonly string[], bar: Bar, zone: string): string[] {
  const lines: string[] = [];
  for (const template of templates) {
    const line = labelText(labelParts(template), (field) => fieldOf(bar, field, zone));
    if (line !== '') lines.push(line);
  }
  return lines;
}
