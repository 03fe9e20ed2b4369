import { Paper, Title } from '@mantine/core';
import { type ReactNode, useContext, useEffect } from 'react';
import { LanguageMenu } from '../frame/language-menu.tsx';
import { Mark } from '../frame/mark.tsx';
import { useTexts } from '../i18n/language.ts';
import { RenewalContext } from './renewal.ts';
import './sign-in.css';

interface Props {
  readonly title: string;
  readonly links?: ReactNode;
  readonly children: ReactNode;
}

/** The card on the pages before sign-in; in the dialog that renews a session, the content alone. `links` go beside the language menu. */
export function SignInFrame({ title, links, children }: Props) {
  const renewal = useContext(RenewalContext);
  const { appName, signIn } = useTexts();
  const page = title === appName ? signIn : title;
  useEffect(() => {
    if (!renewal) document.title = `${page} · ${appName}`;
  }, [renewal, page, appName]);
  if (renewal) return children;
  return (
    <main className="sign-in">
      <Paper className="sign-in-card" withBorder>
        <div className="sign-in-head">
          <Mark size={30} />
          <Title order={1} size="h3">
            {title}
          </Title>
        </div>
        {children}
      </Paper>
      <footer className="sign-in-foot">
        <LanguageMenu />
        {links}
      </footer>
    </main>
  );
}
