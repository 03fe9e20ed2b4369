/** The past moment that requests read. The present has none. */
let opened: string | undefined;

/** The moment in the address of the board: `?asOf=2026-11-17T10:00Z`. A draft has no past. */
export const momentIn = ({ asOf, draft }: { readonly asOf?: unknown; readonly draft?: unknown }): string | undefined =>
  typeof asOf === 'string' && draft === undefined && Date.parse(asOf) > 0 ? asOf : undefined;

export const openMoment = (): string | undefined => opened;

export const setOpenMoment = (moment: string | undefined): void => {
  opened = moment;
};
