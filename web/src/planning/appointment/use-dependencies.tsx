import { ActionIcon, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api } from '../../api/client.ts';
import { lagAsTyped } from '../../dependencies/lag.ts';
import { isTogether, relationOf } from '../../dependencies/relation.ts';
import { useDependencyFieldTexts } from '../../dependencies/texts.ts';
import { Icon } from '../../frame/icons.tsx';
import { useFormat } from '../../kit/use-format.ts';
import type { Appointment, BoardStore } from '../board-store.ts';
import { changesBetween, isSameLink, type Linked, linkedOf, saveDependencies } from './dependency-changes.ts';
import { LinkForm } from './link-form.tsx';
import './links.css';
import { useAppointmentTexts } from './texts.ts';

const MOST = 200;

type Editing = { readonly link: Linked | undefined } | undefined;

interface DialogDependencies {
  readonly part: ReactNode;
  /** The inputs of a dependency are open: what they hold would be lost. */
  readonly isEditing: boolean;
  /** Stores what was changed as a part of an action; undefined when nothing was. */
  readonly save: ((actionId: string) => Promise<void>) | undefined;
}

/** The dependencies of the appointment of the dialog. They are stored with the rest of it. */
export function useDependencies(appointment: Appointment | undefined, store: BoardStore): DialogDependencies {
  const own = appointment?.appointmentNo ?? '';
  const { data: before } = useQuery({
    queryKey: ['appointment-dependencies', own],
    queryFn: async () => {
      const [first, second] = await Promise.all([
        api.get('/appointmentDependency', { query: { successor: own, limit: MOST } }),
        api.get('/appointmentDependency', { query: { predecessor: own, limit: MOST } }),
      ]);
      return [...first, ...second].map((row) => linkedOf(own, row));
    },
    enabled: appointment !== undefined,
    // Read each time the dialog opens, and not while it is open: what was changed in it would be lost.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const [edited, setEdited] = useState<readonly Linked[]>();
  const [editing, setEditing] = useState<Editing>();
  if (!appointment || !before) return { part: null, isEditing: false, save: undefined };
  const links = edited ?? before;
  return {
    part: <Dependencies {...{ appointment, links, store, editing, setEditing }} onChange={setEdited} />,
    isEditing: editing !== undefined,
    save: edited && ((actionId) => saveDependencies(changesBetween(own, before, edited), actionId)),
  };
}

interface Props {
  readonly appointment: Appointment;
  readonly links: readonly Linked[];
  readonly store: BoardStore;
  readonly editing: Editing;
  setEditing(editing: Editing): void;
  onChange(links: readonly Linked[]): void;
}

function Dependencies({ appointment, links, store, editing, setEditing, onChange }: Props) {
  const texts = useDependencyFieldTexts();
  const own = useAppointmentTexts();
  const format = useFormat();
  const nameOf = (no: string): string => {
    const found = store.appointment(store.idOf(no) ?? -1);
    if (!found) return no;
    const subject = (found.subject ?? `${found.jobNo} / ${found.taskNo}`).slice(0, 80);
    return `${subject}, ${format.day(found.start)} ${format.clock(found.start)}`;
  };
  const without = (link: Linked | undefined): readonly Linked[] =>
    links.filter((each) => link === undefined || !isSameLink(each, link));
  const textOf = (link: Linked): string => {
    const relation = relationOf(link);
    const sentence = texts.sentences(link.waits ? 'otherAppointment' : 'thisAppointment')[relation];
    if (isTogether(relation)) return sentence;
    const most = link.maxLagInSeconds === null ? '' : `–${lagAsTyped(link.maxLagInSeconds)}`;
    return `${sentence} · ${texts.lag} ${lagAsTyped(link.lagInSeconds)}${most}`;
  };
  return (
    <div className="wide appointment-links">
      <h3>{texts.dependencies}</h3>
      <ul>
        {links.map((link) => (
          <li key={`${link.waits} ${link.other}`}>
            <span>
              <strong dir="auto">{nameOf(link.other)}</strong>
              <small>
                {link.waits ? own.waitsFor : own.isAwaited} · {textOf(link)}
              </small>
            </span>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              aria-label={texts.edit(nameOf(link.other))}
              onClick={() => setEditing({ link })}
            >
              <Icon name="edit" size={15} />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              aria-label={own.removeLink(nameOf(link.other))}
              onClick={() => onChange(without(link))}
            >
              <Icon name="remove" size={15} />
            </ActionIcon>
          </li>
        ))}
      </ul>
      {editing ? (
        <LinkForm
          {...{ appointment, store, nameOf }}
          link={editing.link}
          taken={links.map(({ other }) => other)}
          onClose={() => setEditing(undefined)}
          onDone={(link) => {
            setEditing(undefined);
            onChange([...without(editing.link), link]);
          }}
        />
      ) : (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<Icon name="add" size={14} />}
          onClick={() => setEditing({ link: undefined })}
        >
          {texts.add}
        </Button>
      )}
    </div>
  );
}
