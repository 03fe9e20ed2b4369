import type { ReactNode } from 'react';
import './link-button.css';

interface Props {
  /** Set in lists with a selected row: true for that row. */
  readonly pressed?: boolean | undefined;
  readonly children: ReactNode;
  onClick(): void;
}

/** The name of a record in a table: a button that looks like a link. */
export const LinkButton = ({ pressed, children, onClick }: Props) => (
  <button
    type="button"
    className="kit-link-button"
    {...(pressed === undefined ? {} : { 'aria-pressed': pressed })}
    onClick={onClick}
  >
    {children}
  </button>
);
