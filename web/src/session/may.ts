import { openMoment } from '../api/as-of.ts';
import { openDraft } from '../api/draft.ts';
import { type ControlName, controls, needsOfControl, opensPage } from './controls.ts';
import type { PageName } from './page-needs.ts';
import { meets } from './permission.ts';
import { type SignedIn, useSession } from './session.ts';

/** The attribute of an element that is a control. Tests find controls by it. */
interface Mark {
  readonly 'data-control': ControlName;
}

/** Controls of the board that change more than appointments: in a draft they would change the plan. */
export const ONLY_IN_PLAN =
  /^(menu\.(undo|redo|action|findSlot)|planning\.(findSlot|lookBack)|details\.(undo|fields|attach|detach)|conflicts\..*)$/;

/** Nobody can change the past: while the board shows it, only views are saved. */
const isInPast = (name: ControlName): boolean => controls[name].page !== 'planning' || name.startsWith('views.');

/** The mark of a control, or undefined where the user may not use it, or the open draft or the past has no such thing. */
export const may = ({ user }: SignedIn, name: ControlName): Mark | undefined =>
  meets(user.permissions, needsOfControl(name)) &&
  !(openDraft() !== undefined && ONLY_IN_PLAN.test(name)) &&
  (openMoment() === undefined || isInPast(name))
    ? { 'data-control': name }
    : undefined;

export const mayOpen = ({ user, tenant }: SignedIn, page: PageName): boolean =>
  opensPage(page, user.permissions, tenant.modules);

/** The marks of the controls of a component: `const may = useMay()`, then `{may('menu.new') && <Button {...may('menu.new')}>`. */
export function useMay(): (name: ControlName) => Mark | undefined {
  const session = useSession();
  return (name) => may(session, name);
}
