import { Loader } from '@mantine/core';
import { Link, Navigate, useParams } from '@tanstack/react-router';
import { type ComponentType, lazy, Suspense } from 'react';
import { useTexts } from '../i18n/language.ts';
import { useSession } from '../session/session.ts';
import { groups, type SectionEntry, sections } from './sections.ts';
import { useAdministrationTexts } from './texts.ts';
import './administration.css';

const comingIn = ({ load }: SectionEntry): ComponentType => lazy(async () => ({ default: (await load()).Section }));
const pages = new Map(sections.map((section) => [section.path, comingIn(section)]));

/** The administration: a list of sections, and beside it the selected one. */
export function AdministrationPage() {
  const texts = useTexts();
  const { user } = useSession();
  const { section } = useParams({ strict: false });
  const Section = pages.get(section ?? '');
  if (!user.scopes.includes('admin')) return <Navigate to="/planning" replace />;
  if (!Section) return <Navigate to="/administration/$section" params={{ section: sections[0]?.path ?? '' }} replace />;
  return (
    <div className="administration">
      <SectionList />
      <div className="administration-section">
        <Suspense fallback={<Loader size="sm" m="lg" role="status" aria-label={texts.loading} />}>
          <Section />
        </Suspense>
      </div>
    </div>
  );
}

function SectionList() {
  const texts = useAdministrationTexts();
  const shown = groups.filter((group) => sections.some((section) => section.group === group));
  return (
    <nav className="administration-list" aria-label={texts.sectionList}>
      {shown.map((group) => (
        <div key={group} className="administration-group">
          <h2>{texts.groups[group]}</h2>
          {sections
            .filter((section) => section.group === group)
            .map(({ path, text }) => (
              <Link
                key={path}
                to="/administration/$section"
                params={{ section: path }}
                className="administration-link"
                activeProps={{ className: 'administration-link administration-here' }}
              >
                {texts.sections[text]}
              </Link>
            ))}
        </div>
      ))}
    </nav>
  );
}
