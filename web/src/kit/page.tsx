import type { ReactNode } from 'react';
import './page.css';

/** A page with a title, its actions, and content below. */
export const Page = ({
  title,
  hint,
  actions,
  children,
}: {
  title: string;
  hint?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) => (
  <div className="kit-page">
    <header className="kit-head">
      <div>
        <h1>{title}</h1>
        {hint !== undefined && <p>{hint}</p>}
      </div>
      {actions !== undefined && <div className="kit-actions">{actions}</div>}
    </header>
    {children}
  </div>
);

/** A section of a page in its own box. */
export const Card = ({ title, actions, children }: { title?: string; actions?: ReactNode; children: ReactNode }) => (
  <section className="kit-card" aria-label={title}>
    {(title !== undefined || actions !== undefined) && (
      <header className="kit-head">
        {title !== undefined && <h2>{title}</h2>}
        {actions !== undefined && <div className="kit-actions">{actions}</div>}
      </header>
    )}
    {children}
  </section>
);
