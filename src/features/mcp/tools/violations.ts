import { ruleKeys, ruleNamed } from '../../../domain/violations/index.ts';
import { described } from '../../../platform/contract/kind.ts';
import { object, required } from '../../../platform/contract/object.ts';
import { choice, list, text } from '../../../platform/contract/values.ts';
import { asOf, draft, moment, resources, sentMoment, sentWindow, usualWindow, window } from '../arguments.ts';
import { compact } from '../compact.ts';
import { draftNamed, resourcesNamed } from '../names.ts';
import { cursorAfter, pages, placeOf } from '../pages.ts';
import { tool } from '../tool.ts';

const LONGEST_DAYS = 366;
const LONGEST_ID = 200;

interface Violation {
  readonly id: string;
  readonly rule: string;
  readonly severity: string;
  readonly message: string;
  readonly start: string;
  readonly end: string;
  readonly appointment: { readonly id: number } | null;
  readonly other: { readonly id: number } | null;
  readonly task: object | null;
  readonly resourceNo: string | null;
  readonly resourceName: string | null;
  readonly waiver: object | null;
  readonly detail: object;
}

export const listViolations = tool({
  name: 'list_violations',
  title: 'List violations',
  description: 'Lists violations of planning rules in a window of at most 366 days, by start.',
  routes: ['GET /violations'],
  writes: 'nothing',
  input: object({
    ...window(LONGEST_DAYS),
    rules: described(list(choice(ruleKeys), ruleKeys.length), 'Only these rules.'),
    severity: choice(['error', 'warning']),
    resources,
    draft,
    asOf,
    ...pages(),
  }),
  async run(api, { start, end, rules, severity, ...asked }) {
    const place = placeOf(asked);
    const query = {
      ...sentWindow(LONGEST_DAYS, start, end),
      ...sentMoment(asked.asOf),
      rule: rules,
      severity,
      resources: await resourcesNamed(api, asked.resources),
      ...place,
    };
    const found = await api.call<Violation[]>('GET /violations', { query, draft: await draftNamed(api, asked.draft) });
    return {
      summary: `This page has ${found.length} violations.`,
      data: {
        violations: found.map(({ id, rule, severity: level, message, start: from, end: to, ...of }) =>
          compact({
            ...{ id, rule, severity: level, message, start: from, end: to, resourceNo: of.resourceNo },
            appointmentId: of.appointment?.id,
            otherId: of.other?.id,
            ...(of.waiver ? { accepted: true } : {}),
          }),
        ),
      },
      nextCursor: found.length === place.limit ? cursorAfter(place) : undefined,
    };
  },
});

const FIXES = 'GET /violations/:id/fixes';

export const explainViolation = tool({
  name: 'explain_violation',
  title: 'Explain a violation',
  description:
    'Shows one violation with its rule, the records in conflict, and up to five fixes that were tried: each ends the conflict and causes no other. Put a fix into a draft with propose_changes.',
  routes: ['GET /violations'],
  writes: 'nothing',
  input: object({
    id: required(described(text(LONGEST_ID), 'id of a violation, from list_violations.')),
    start: moment('Begin of the window in which it was listed; default: 30 days ago.'),
    end: moment('End of that window; default: in 90 days.'),
    draft,
  }),
  async run(api, { id, start, end, ...asked }) {
    const within =
      start === undefined || end === undefined ? usualWindow(api.now) : sentWindow(LONGEST_DAYS, start, end);
    const draftId = await draftNamed(api, asked.draft);
    const found = await api.call<Violation[]>('GET /violations', { query: within, draft: draftId });
    const violation = found.find((each) => each.id === id);
    if (!violation) return { summary: 'There is no such violation in the window.', data: { violation: null } };
    const canFix = api.mayCall(FIXES) && (draftId === undefined || api.takesDraft(FIXES));
    const fixes = canFix ? await api.call<object>(FIXES, { params: { id }, draft: draftId }) : undefined;
    return {
      summary: `Violation of the rule ${violation.rule}.`,
      data: {
        rule: { key: violation.rule, about: ruleNamed(violation.rule)?.about ?? '' },
        violation: compact(violation),
        ...(fixes === undefined ? {} : (compact(fixes) as object)),
      },
    };
  },
});
