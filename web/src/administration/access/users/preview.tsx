import { Modal, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Schemas } from '../../../api/schema.ts';
import { useTexts } from '../../../i18n/language.ts';
import { type ControlName, controls, needsOfControl, opensPage } from '../../../session/controls.ts';
import { type PageName, pages } from '../../../session/page-needs.ts';
import { meets, permissions } from '../../../session/permission.ts';
import { useSession } from '../../../session/session.ts';
import { type SectionName, useAdministrationTexts } from '../../texts.ts';
import { canonicalRole, usePermissionTexts } from '../permission-texts.ts';
import { type Role, rolesQuery } from '../role-query.ts';
import { actionOf, usePreviewTexts } from './preview-texts.ts';
import { SeenCounts } from './seen-counts.tsx';
import './users.css';

type User = Schemas['UserRead'];

/** What a user sees and may do, without signing in as them. */
export function Preview({ user, close }: { user: User; close(): void }) {
  const texts = usePreviewTexts();
  const common = useTexts();
  const { may } = usePermissionTexts();
  const { tenant } = useSession();
  const { data: roles = [] } = useQuery(rolesQuery);
  const held = permissionsOf(user, roles);
  const nameOf = usePageNames();
  const opened = (Object.keys(pages) as PageName[]).filter((page) => opensPage(page, held, tenant.modules));
  return (
    <Modal
      opened
      onClose={close}
      size="lg"
      title={texts.titleOf(user.displayName ?? user.email)}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      <Stack gap="sm">
        <p className="color-note">{texts.hint}</p>
        <SeenCounts email={user.email} />
        <section aria-label={texts.may}>
          <h2>{texts.may}</h2>
          {held.length === 0 && <p>{texts.none}</p>}
          <ul className="preview-may">
            {permissions
              .filter((permission) => held.includes(permission))
              .map((permission) => (
                <li key={permission}>{may[permission]}</li>
              ))}
          </ul>
        </section>
        <section aria-label={texts.pages}>
          <h2>{texts.pages}</h2>
          {opened.length === 0 && <p>{texts.none}</p>}
          {opened.map((page) => (
            <div key={page} className="preview-page">
              <h3>{nameOf(page)}</h3>
              <p>
                {actionsOn(page, held, texts.actions) || (page.startsWith('administration.') ? '' : texts.onlyReads)}
              </p>
            </div>
          ))}
        </section>
      </Stack>
    </Modal>
  );
}

/** Of all roles of the user; without a role, of a viewer. */
function permissionsOf({ roles: names }: User, roles: readonly Role[]): string[] {
  const held = (names.length === 0 ? ['viewer'] : names).map((name) => canonicalRole(name).toLowerCase());
  return [
    ...new Set(roles.filter(({ name }) => held.includes(name.toLowerCase())).flatMap((role) => role.permissions)),
  ];
}

/** What can be done on a page, each once. */
function actionsOn(
  page: PageName,
  held: readonly string[],
  texts: ReturnType<typeof usePreviewTexts>['actions'],
): string {
  const here = (Object.keys(controls) as ControlName[]).filter(
    (name) => controls[name].page === page && meets(held, needsOfControl(name)),
  );
  return [...new Set(here.map((name) => texts[actionOf[name]]))].join(', ');
}

/** Sections whose name differs from their address. */
const SECTION_NAMES: Readonly<Record<string, SectionName>> = {
  'api-keys': 'keys',
  'access-log': 'accessLog',
  'single-sign-on': 'singleSignOn',
  'time-markers': 'timeMarkers',
  'resource-types': 'resourceTypes',
};

function usePageNames(): (page: PageName) => string {
  const common = useTexts();
  const { pageNames } = usePreviewTexts();
  const { sections } = useAdministrationTexts();
  return (page) => {
    if (page === 'team' || page === 'welcome') return pageNames[page];
    const [, section] = page.split('.');
    if (section === undefined) return common[page as 'planning'];
    return `${common.administration}: ${sections[SECTION_NAMES[section] ?? (section as SectionName)]}`;
  };
}
