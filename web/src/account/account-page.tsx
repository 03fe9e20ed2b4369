import { Page } from '../kit/page.tsx';
import { useSession } from '../session/session.ts';
import { FormatsSection } from './formats-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { ProfileSection } from './profile-section.tsx';
import { SecondFactorSection } from './second-factor-section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { useAccountTexts } from './texts.ts';

/** The person's own account. Each section is a card of its own. */
export function AccountPage() {
  const texts = useAccountTexts();
  const { user } = useSession();
  return (
    <Page title={texts.title} hint={texts.hint(user.email)}>
      <ProfileSection />
      <FormatsSection />
      <PasswordSection />
      <SecondFactorSection />
      <SessionsSection />
    </Page>
  );
}
