import type { ReactNode } from 'react';
import './job-card.css';

/** A part of the card with its title. */
export const Part = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <div className="job-card-part">
    <h4>{title}</h4>
    {children}
  </div>
);
