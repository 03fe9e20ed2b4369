import { Button, Menu } from '@mantine/core';
import { type Language, languages, useLocale } from '../i18n/language.ts';

export function LanguageMenu() {
  const { language, texts, setLanguage } = useLocale();
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          aria-label={`${texts.language}: ${languages[language]}`}
        >
          {languages[language]}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {(Object.keys(languages) as Language[]).map((code) => (
          <Menu.Item key={code} onClick={() => setLanguage(code)} aria-current={code === language}>
            {languages[code]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
