import type { Schemas } from '../api/schema.ts';
import type { SavedView } from './saved-views.ts';

/** Views under the name of a profile, or under none. */
export interface ViewGroup {
  readonly code: string;
  readonly name: string | undefined;
  readonly views: readonly SavedView[];
}

type Profile = Pick<Schemas['Profile'], 'code' | 'name'>;
type ProfileLayout = Pick<Schemas['ProfileLayout'], 'profileCode' | 'layoutCode' | 'sequence'>;

const fold = (code: string): string => code.trimEnd().toLowerCase();

/**
 * The views of the user's profiles, in the order of both, then the views without a profile, which all users see. Those who
 * save views also see the views of all other profiles.
 */
export function viewGroups(
  views: readonly SavedView[],
  setup: { readonly profiles: readonly Profile[]; readonly layouts: readonly ProfileLayout[] },
  who: { readonly profiles: readonly string[]; readonly seesAll: boolean },
): ViewGroup[] {
  const byCode = new Map(views.map((view) => [fold(view.code), view]));
  const own = who.profiles.map(fold);
  const known = new Map(setup.profiles.map((profile) => [fold(profile.code), profile]));
  const others = [...known.keys()].filter((code) => who.seesAll && !own.includes(code));
  const inProfile = new Set(setup.layouts.map(({ layoutCode }) => fold(layoutCode)));
  const groups = [...own, ...others].map((code) => ({
    code,
    name: known.get(code)?.name || (known.get(code)?.code ?? code),
    views: setup.layouts
      .filter(({ profileCode }) => fold(profileCode) === code)
      .sort((a, b) => a.sequence - b.sequence)
      .flatMap(({ layoutCode }) => byCode.get(fold(layoutCode)) ?? []),
  }));
  const free = { code: '', name: undefined, views: views.filter(({ code }) => !inProfile.has(fold(code))) };
  return [...groups, free].filter(({ views: shown }) => shown.length > 0);
}
