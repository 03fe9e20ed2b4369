import { Anchor, Text, Title } from '@mantine/core';
import { useTexts } from '../i18n/language.ts';

/** An honest place for what the rail will hold: no button that does nothing, and the way to where the work can be done. */
export const notYetPage = (name: 'timesheets' | 'map' | 'optimization' | 'administration') => {
  const routes = { timesheets: 'time', map: 'geocode', optimization: 'recommendation', administration: 'user' }[name];
  return function NotYetPage() {
    const texts = useTexts();
    return (
      <div className="not-yet">
        <Title order={1} size="h3">
          {texts[name]}
        </Title>
        <Text mt="xs">{texts.notYet}</Text>
        <Text c="dimmed" size="sm">
          {texts.notYetHint} <Anchor href={`/docs#tag/${routes}`}>{texts.apiReference}</Anchor>
        </Text>
      </div>
    );
  };
};
