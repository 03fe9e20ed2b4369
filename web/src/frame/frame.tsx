import { Badge, Button, Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { Link, Outlet } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { useTexts } from '../i18n/language.ts';
import { useErrorMessage } from '../messages/error-message.ts';
import { useSession, useSessionActions } from '../session/session.ts';
import { Icon } from './icons.tsx';
import { LanguageMenu } from './language-menu.tsx';
import { Mark } from './mark.tsx';
import { useRailTitle } from './page-title.ts';
import { railOf } from './rail.ts';
import { ZoneChoice } from './zone-choice.tsx';
import './frame.css';

const UnsentDialog = lazy(() => import('./unsent-dialog.tsx').then((file) => ({ default: file.UnsentDialog })));

/** The frame of every page; `timer` and `search` are shown in the top bar. */
export function Frame({ timer, search }: { timer?: ReactNode; search?: ReactNode }) {
  const texts = useTexts();
  const session = useSession();
  const main = useRef<HTMLElement>(null);
  useRailTitle();
  return (
    <div className="frame">
      <button type="button" className="skip-link" onClick={() => main.current?.focus()}>
        {texts.skipToContent}
      </button>
      <nav className="rail" aria-label={texts.mainNavigation}>
        <Link to="/" className="rail-mark" aria-label={texts.appName}>
          <Mark size={28} />
        </Link>
        {railOf(session).map(({ to, text, icon, pages: [page] }) => (
          <Link
            key={to}
            to={to}
            data-page={to === '/administration' ? 'administration' : page}
            className="rail-link"
            activeProps={{ className: 'rail-link rail-here' }}
          >
            <Icon name={icon} size={20} />
            <span>{texts[text] as string}</span>
          </Link>
        ))}
        <div className="rail-foot">
          <Link to="/getting-started" className="rail-link" activeProps={{ className: 'rail-link rail-here' }}>
            <Icon name="gettingStarted" size={18} />
            <span>{texts.gettingStarted}</span>
          </Link>
          <a className="rail-link" href="/docs">
            <span>API</span>
          </a>
        </div>
      </nav>
      <header className="top">
        <TenantMenu />
        {session.environment === 'sandbox' && (
          <Badge color="orange" variant="filled" radius="sm" className="top-environment">
            {texts.sandbox}
          </Badge>
        )}
        <ZoneChoice />
        <div className="top-space" />
        {search}
        {timer}
        <LanguageMenu />
        <UserMenu />
      </header>
      <main className="page" ref={main} tabIndex={-1}>
        <Outlet />
      </main>
    </div>
  );
}

function TenantMenu() {
  const texts = useTexts();
  const { tenant, tenants } = useSession();
  const { switchTenant } = useSessionActions();
  if (tenants.length < 2) return <strong className="top-tenant">{tenant.name}</strong>;
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button variant="subtle" color="dark" size="compact-sm" aria-label={`${texts.switchTenant}: ${tenant.name}`}>
          {tenant.name} <span aria-hidden="true"> ▾</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{texts.switchTenant}</Menu.Label>
        {tenants.map((name) => (
          <Menu.Item key={name} disabled={name === tenant.name} onClick={() => void switchTenant(name)}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function UserMenu() {
  const texts = useTexts();
  const messageOf = useErrorMessage();
  const { user } = useSession();
  const { signOut } = useSessionActions();
  const [unsent, setUnsent] = useState(0);
  const name = user.displayName ?? user.email;
  const leave = (lose: boolean): void =>
    void signOut({ lose }).then(setUnsent, (error: unknown) =>
      notifications.show({ message: messageOf(error), color: 'red' }),
    );
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="subtle" color="dark" size="compact-sm" aria-label={`${texts.account}: ${name}`}>
            <span className="top-avatar" aria-hidden="true" data-initials={initials(name)} />
            <span className="top-name">{name}</span>
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{user.email}</Menu.Label>
          <Menu.Item component={Link} to="/account">
            {texts.myAccount}
          </Menu.Item>
          <Menu.Item onClick={() => leave(false)}>{texts.signOut}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {unsent > 0 && (
        <Suspense>
          <UnsentDialog count={unsent} stay={() => setUnsent(0)} leave={() => leave(true)} />
        </Suspense>
      )}
    </>
  );
}

const initials = (name: string): string =>
  name
    .split(/[\s@.]+/)
    .slice(0, 2)
    .map((part) => part.charAt(0).toUpperCase())
    .join('');
