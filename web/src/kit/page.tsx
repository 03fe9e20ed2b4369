import type { ReactNode } from 'react';
import { usePageTitle } from '../frame/page-title.ts';
import './page.css';

interface PageProps {
  readonly title: string;
  readonly hint?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A page with a title, its actions, and content below. */
export function Page({ title, hint, actions, children }: PageProps) {
  usePageTitle(title);
  return (
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
}

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
