import { Button, Menu } from '@mantine/core';
import { Link, Outlet } from '@tanstack/react-router';
import { useTexts } from '../i18n/language.ts';
import { useSession, useSessionActions, zoneOf } from '../session/session.ts';
import { Icon } from './icons.tsx';
import { LanguageMenu } from './language-menu.tsx';
import { Mark } from './mark.tsx';
import { railOf } from './rail.ts';
import './frame.css';

/** What stands around every page. */
export function Frame() {
  const texts = useTexts();
  const session = useSession();
  return (
    <div className="frame">
      <nav className="rail" aria-label={texts.mainNavigation}>
        <Link to="/planning" className="rail-mark" aria-label={texts.appName}>
          <Mark size={28} />
        </Link>
        {railOf(session).map(({ to, text, icon }) => (
          <Link key={to} to={to} className="rail-link" activeProps={{ className: 'rail-link rail-here' }}>
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
        <span className="top-zone" title={texts.timeZone}>
          {zoneOf(session)}
        </span>
        <div className="top-space" />
        <LanguageMenu />
        <UserMenu />
      </header>
      <main className="page">
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
  const { user } = useSession();
  const { signOut } = useSessionActions();
  const name = user.displayName ?? user.email;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="subtle" color="dark" size="compact-sm" aria-label={`${texts.account}: ${name}`}>
          <span className="top-avatar" aria-hidden="true" data-initials={initials(name)} />
          {name}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{user.email}</Menu.Label>
        <Menu.Item onClick={() => void signOut()}>{texts.signOut}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

const initials = (name: string): string =>
  name
    .split(/[\s@.]+/)
    .slice(0, 2)
    .map((part) => part.charAt(0).toUpperCase())
    .join('');
