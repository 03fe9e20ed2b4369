import { Button, Loader, Menu } from '@mantine/core';
import { useState } from 'react';
import { useFormat } from '../../kit/use-format.ts';
import { useNotify } from '../../kit/use-notify.ts';
import { useMay } from '../../session/may.ts';
import type { ActionQueue } from '../action-queue.ts';
import { applyFix } from './apply-fix.ts';
import { type Fix, fixesOf } from './queries.ts';
import { useConflictTexts } from './texts.ts';

type Found = Awaited<ReturnType<typeof fixesOf>>;

/** The fixes of one conflict, looked for when the menu opens. Choosing one applies it. */
export function FixMenu({ id, queue, about }: { id: string; queue: ActionQueue; about: string }) {
  const texts = useConflictTexts();
  const format = useFormat();
  const notify = useNotify();
  const mark = useMay()('conflicts.fix');
  const [found, setFound] = useState<Found>();
  if (!mark) return null;
  const look = (): void => {
    setFound(undefined);
    fixesOf(id).then(setFound, notify.error);
  };
  const nameOf = ({ type, resourceName, start }: Fix): string => {
    if (type === 'resource') return texts.fixResource(resourceName ?? '');
    return type === 'time'
      ? texts.fixTime(`${format.day(start)} ${format.clock(start)}`)
      : texts.fixDay(resourceName ?? '');
  };
  return (
    <Menu position="bottom-end" onOpen={look}>
      <Menu.Target>
        <Button size="compact-xs" variant="default" aria-label={`${texts.fix}: ${about}`} {...mark}>
          {texts.fix}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {found === undefined && (
          <Menu.Item disabled leftSection={<Loader size={12} />}>
            {texts.fixing}
          </Menu.Item>
        )}
        {found?.fixes.length === 0 && (
          <Menu.Item disabled>{found.reason === null ? texts.noFix : texts.fixReasons[found.reason]}</Menu.Item>
        )}
        {found?.fixes.map((fix) => (
          <Menu.Item
            key={`${fix.type} ${fix.resourceNo} ${fix.start}`}
            onClick={() => void applyFix(queue, fix)}
            rightSection={fix.type === 'extendDay' ? undefined : <small>{texts.travel(fix.travelMinutes)}</small>}
          >
            {nameOf(fix)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
