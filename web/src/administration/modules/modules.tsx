import { Badge } from '@mantine/core';
import { Card, Page } from '../../kit/page.tsx';
import { useSession } from '../../session/session.ts';
import { useAdministrationTexts } from '../texts.ts';

export function Section() {
  const texts = useAdministrationTexts();
  const { tenant } = useSession();
  return (
    <Page title={texts.sections.modules}>
      <Card>
        {tenant.modules.map((name) => (
          <Badge key={name} mr="xs" tt="none">
            {name}
          </Badge>
        ))}
      </Card>
    </Page>
  );
}
