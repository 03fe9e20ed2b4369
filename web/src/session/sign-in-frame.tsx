import { Paper, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { LanguageMenu } from '../frame/language-menu.tsx';
import { Mark } from '../frame/mark.tsx';
import './sign-in.css';

/** The card on the pages before sign-in. `links` go beside the language menu. */
export const SignInFrame = ({ title, links, children }: { title: string; links?: ReactNode; children: ReactNode }) => (
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
