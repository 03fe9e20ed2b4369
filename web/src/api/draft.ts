import { openMoment } from './as-of.ts';

/** The draft of the plan that requests read and write. The plan itself has none. */
let opened: number | undefined;
const ofActions = new Map<string, number | undefined>();

/** The draft in the address of the board, or of the form of a run: `?draft=12`. */
export const draftIn = ({ draft }: { readonly draft?: unknown }): number | undefined =>
  Number.isSafeInteger(draft) && Number(draft) > 0 ? Number(draft) : undefined;

export const openDraft = (): number | undefined => opened;

export const setOpenDraft = (draft: number | undefined): void => {
  opened = draft;
};

/** All requests of an action go to the draft or plan in which it began, also those that wait while the planner opens another one. */
export const keepActionIn = (draft: number | undefined, actionId: string): void => {
  ofActions.set(actionId, draft);
};

export const draftOf = (actionId: string | undefined): number | undefined =>
  actionId !== undefined && ofActions.has(actionId) ? ofActions.get(actionId) : opened;

const ROUTES =
  /^\w+ \/((appointment(?!Rec|Field\b)\w*|assignment|exchangeAppointment|notification)(\/{\w+})?|board(\/(travel|tasks|plan|jobCard))?|capacity|violations|map|resource\/{\w+}\/availability|recommendation|optimization\/({\w+}\/apply|\w+))$|^get \/(task|optimization)(\/{\w+})?$/;

/** Queries whose answers differ between the plan, its past and its drafts. */
const OF_PLAN = new Set([
  ...['tasks', 'jobCard', 'conflicts', 'board-travel', 'notifications', 'map', 'history'],
  ...['runs', 'optimization-board'],
]);

/** What a cached answer belongs to, before its key. */
export const cachedIn = (key: unknown): string => {
  const of = opened ?? openMoment();
  return of !== undefined && OF_PLAN.has(String(key)) ? `draft ${of} ` : '';
};

/** Whether a route reads and writes in drafts; test/web/drafts compares with the description of the API. */
export const isDraftRoute = (verb: string, path: string): boolean => ROUTES.test(`${verb} ${path}`);

/** The header of a request in a draft. Undefined for a change that an action in a draft must not send, because it would change the plan. */
export function draftHeader(
  verb: string,
  path: string,
  actionId: string | undefined,
): Readonly<Record<string, string>> | undefined {
  const draft = draftOf(actionId);
  if (draft === undefined) return {};
  if (isDraftRoute(verb, path)) return { 'x-draft': String(draft) };
  return verb !== 'get' && ofActions.has(actionId ?? '') ? undefined : {};
}

/** What drafts have and the past has not. */
const PRESENT_ONLY = /^get \/optimization\b/;

/** The moment of a request to what has a past. The service refuses changes with it. An action that began in the present stays there. */
export const momentOf = (verb: string, path: string, actionId: string | undefined): string | undefined =>
  isDraftRoute(verb, path) && !PRESENT_ONLY.test(`${verb} ${path}`) && !ofActions.has(actionId ?? '')
    ? openMoment()
    : undefined;
