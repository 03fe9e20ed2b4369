import { Button, Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { LanguageMenu } from '../frame/language-menu.tsx';
import { useTexts } from '../i18n/language.ts';
import { Page } from '../kit/page.tsx';
import { sessionQuery, useSession, useSessionActions } from '../session/session.ts';
import { useFactorTexts } from './factor-texts.ts';
import { SecondFactorSection } from './second-factor-section.tsx';
import './set-up-page.css';

/** All that a person sees whose tenant requires a second factor, until they have one. */
export function SetUpPage() {
  const texts = useFactorTexts();
  const common = useTexts();
  const { tenant, tenants } = useSession();
  const { signOut, switchTenant } = useSessionActions();
  const queries = useQueryClient();
  const others = tenants.filter((name) => name !== tenant.name);
  return (
    <main className="set-up">
      <Page
        title={texts.setUpTitle}
        hint={texts.setUpHint(tenant.name)}
        actions={
          <Group gap="xs">
            <LanguageMenu />
            <Button variant="subtle" size="xs" onClick={() => void signOut({ lose: false })}>
              {common.signOut}
            </Button>
          </Group>
        }
      >
        <SecondFactorSection onReady={() => void queries.invalidateQueries({ queryKey: sessionQuery.queryKey })} />
        {others.length > 0 && (
          <Group gap="xs">
            <Text size="sm">{common.switchTenant}:</Text>
            {others.map((name) => (
              <Button key={name} variant="default" size="compact-sm" onClick={() => void switchTenant(name)}>
                {name}
              </Button>
            ))}
          </Group>
        )}
      </Page>
    </main>
  );
}
