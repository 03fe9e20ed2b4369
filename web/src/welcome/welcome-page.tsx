import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { isEmptyQuery } from '../kit/is-empty-query.ts';
import { Page } from '../kit/page.tsx';
import { ConnectCard } from './connect-card.tsx';
import { DemoCard } from './demo-card.tsx';
import { useWelcomeTexts } from './texts.ts';
import './welcome.css';

/** The start of an empty tenant: load the demo, or send the first job. */
export function WelcomePage() {
  const texts = useWelcomeTexts();
  const { data: isEmpty } = useQuery(isEmptyQuery);
  return (
    <Page
      title={texts.title}
      hint={isEmpty === false ? texts.hintLater : texts.hint}
      actions={
        <Anchor component={Link} to="/getting-started" size="sm">
          {texts.gettingStarted}
        </Anchor>
      }
    >
      <div className="welcome">
        <DemoCard />
        <ConnectCard />
      </div>
    </Page>
  );
}
