import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, listed } from '../../api/client.ts';
import { saveFile } from '../../kit/export/save-file.ts';
import { LinkButton } from '../../kit/link-button.tsx';
import { Card, Page } from '../../kit/page.tsx';
import { useFormat } from '../../kit/use-format.ts';
import { useNotify } from '../../kit/use-notify.ts';
import { PagedLog } from '../log/paged-log.tsx';
import { useLogTexts } from '../log/texts.ts';
import { NewPackage } from './new-package.tsx';
import { PackageDrawer } from './package-drawer.tsx';
import { type Package, PackageState } from './package-state.tsx';
import { useSetupTexts } from './texts.ts';

/** Setup packages: a new one, and the earlier ones. */
export function Section() {
  const texts = useSetupTexts();
  const notify = useNotify();
  const queries = useQueryClient();
  const [opened, setOpened] = useState<number>();
  const own = useMutation({
    mutationFn: () => api.get('/export/setup', {}),
    onSuccess: (content) => saveFile('setup-package.json', `${JSON.stringify(content, null, 2)}\n`),
    onError: notify.error,
  });
  return (
    <Page
      title={texts.title}
      hint={texts.hint}
      actions={
        <Button size="xs" variant="default" loading={own.isPending} onClick={() => own.mutate()}>
          {texts.exportOwn}
        </Button>
      }
    >
      <NewPackage
        sent={(id) => {
          setOpened(id);
          void queries.invalidateQueries({ queryKey: ['setup-packages'] });
        }}
      />
      <Earlier open={setOpened} />
      <PackageDrawer id={opened} close={() => setOpened(undefined)} />
    </Page>
  );
}

function Earlier({ open }: { open: (id: number) => void }) {
  const texts = useSetupTexts();
  const common = useLogTexts();
  const format = useFormat();
  const result = ({ counts }: Package): string =>
    counts ? texts.summary(counts.created, counts.updated, counts.deleted) : '';
  return (
    <Card title={texts.earlier}>
      <PagedLog<Package>
        label={texts.earlier}
        empty={texts.none}
        queryKey={['setup-packages']}
        read={(request) => listed('/import/setup', { query: request })}
        pageSize={25}
        refreshMs={5000}
        columns={[
          {
            name: texts.name,
            show: ({ id, name, packageVersion }) => (
              <LinkButton onClick={() => open(id)}>
                <bdi className="log-clamp">
                  {[name ?? texts.package(id), packageVersion].filter(Boolean).join(' · ')}
                </bdi>
              </LinkButton>
            ),
          },
          { name: common.when, show: ({ createdAt }) => format.moment(createdAt) },
          { name: texts.owner, show: ({ owner }) => <bdi>{owner}</bdi> },
          { name: common.who, show: ({ actor }) => <bdi>{actor}</bdi> },
          { name: texts.state, show: ({ status }) => <PackageState status={status} /> },
          { name: texts.counts, show: result },
        ]}
      />
    </Card>
  );
}
