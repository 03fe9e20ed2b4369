import { Loader } from '@mantine/core';
import { Link, Navigate, useParams } from '@tanstack/react-router';
import { type ComponentType, lazy, Suspense } from 'react';
import { useTexts } from '../i18n/language.ts';
import { mayOpen } from '../session/may.ts';
import { useSession } from '../session/session.ts';
import { groups, pageOf, type SectionEntry, sections } from './sections.ts';
import { useAdministrationTexts } from './texts.ts';
import './administration.css';

const comingIn = ({ load }: SectionEntry): ComponentType => lazy(async () => ({ default: (await load()).Section }));
const pages = new Map<string, ComponentType>(sections.map((section) => [section.path, comingIn(section)]));

/** The administration: a list of sections, and beside it the selected one. */
export function AdministrationPage() {
  const texts = useTexts();
  const { section } = useParams({ strict: false });
  const shown = useShownSections();
  const Section = shown.some(({ path }) => path === section) ? pages.get(section ?? '') : undefined;
  const [first] = shown;
  if (!first) return <Navigate to="/" replace />;
  if (!Section) return <Navigate to="/administration/$section" params={{ section: first.path }} replace />;
  return (
    <div className="administration">
      <SectionList shown={shown} />
      <div className="administration-section">
        <Suspense fallback={<Loader size="sm" m="lg" role="status" aria-label={texts.loading} />}>
          <Section />
        </Suspense>
      </div>
    </div>
  );
}

/** The sections that the user may open. */
function useShownSections(): readonly SectionEntry[] {
  const session = useSession();
  return sections.filter((section) => mayOpen(session, pageOf(section)));
}

function SectionList({ shown }: { shown: readonly SectionEntry[] }) {
  const texts = useAdministrationTexts();
  return (
    <nav className="administration-list" aria-label={texts.sectionList}>
      {groups
        .filter((group) => shown.some((section) => section.group === group))
        .map((group) => (
          <div key={group} className="administration-group">
            <h2>{texts.groups[group]}</h2>
            {shown
              .filter((section) => section.group === group)
              .map(({ path, text }) => (
                <Link
                  key={path}
                  data-page={pageOf({ path })}
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
