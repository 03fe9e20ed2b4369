import { createContext } from 'react';
import type { Session } from './remembered-session.ts';

/** Set inside the dialog that renews a session: the parts of the sign-in page then continue the page instead of opening a new one. */
export interface Renewal {
  readonly email: string;
  readonly tenant: string;
  /** Somebody has signed in. */
  onSession(session: Session): void;
}

export const RenewalContext = createContext<Renewal | undefined>(undefined);
