import { Modal } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { api } from '../api/client.ts';
import { clockText } from '../dates/clock-text.ts';
import { worded } from '../dates/worded.ts';
import { dateOf } from '../dates/zone.ts';
import { useLocale, useTexts } from '../i18n/language.ts';
import { mayOpen } from '../session/may.ts';
import { useSession, zoneOf } from '../session/session.ts';
import { Highlight } from './highlight.tsx';
import { wordsOf } from './matched-parts.ts';
import { recentSearches, rememberSearch } from './recent-searches.ts';
import './search.css';
import { type Entry, type EntryGroup, entriesOf, type Target } from './search-entries.ts';
import { useSearchTexts } from './texts.ts';
import { useSearchActions } from './use-actions.ts';

const PAUSE_MS = 180;

/** At once, not when the dialog is drawn: the first letters after Ctrl+K belong to the search, not to the page. */
const takeFocus = (input: HTMLInputElement | null): void => input?.focus();

/** Finds records of any date, and commands. */
export function SearchDialog({ onClose }: { onClose(): void }) {
  const texts = useTexts();
  const own = useSearchTexts();
  const router = useRouter();
  const listId = useId();
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  const { groups, state } = useResults(query);
  const entries = groups.flatMap((group) => group.entries);
  const chosen = entries[Math.min(active, entries.length - 1)];
  const words = wordsOf(query);
  const type = (text: string): void => {
    setQuery(text.slice(0, 100));
    setActive(0);
  };
  const go = (target: Target): void => {
    if (target.type === 'query') {
      type(target.query);
      return;
    }
    rememberSearch(query);
    onClose();
    if (target.type === 'run') target.run();
    else router.history.push(withWindow(target.address, router.state.location));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && entries.length > 0) {
      event.preventDefault();
      setActive((last) => (Math.min(last, entries.length - 1) + step + entries.length) % entries.length);
    } else if (event.key === 'Enter' && chosen) {
      event.preventDefault();
      go(chosen.target);
    }
  };
  const optionId = (entry: Entry | undefined): string | undefined => entry && `${listId}-${entries.indexOf(entry)}`;
  return (
    <Modal
      opened
      onClose={onClose}
      size={640}
      padding={0}
      yOffset="12vh"
      withCloseButton={false}
      attributes={{ content: { 'aria-label': own.search } }}
      transitionProps={{ duration: 0 }}
    >
      <input
        type="text"
        ref={takeFocus}
        className="search-input"
        data-autofocus
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={optionId(chosen)}
        aria-label={own.search}
        placeholder={own.placeholder}
        autoComplete="off"
        spellCheck={false}
        value={query}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <div
        className="search-results"
        role="listbox"
        id={listId}
        aria-label={own.search}
        aria-busy={state === 'loading'}
      >
        {groups.map((group) => (
          <Results key={group.name} {...{ group, words, chosen, optionId }} onGo={go} />
        ))}
      </div>
      <p className="search-foot" role="status">
        {state === 'failed'
          ? own.failed
          : state === 'loading'
            ? texts.loading
            : entries.length === 0 && words.length > 0
              ? own.nothing(query.trim())
              : `${own.results(entries.length)} · ${own.hint}`}
      </p>
    </Modal>
  );
}

/** The address with the days that the board shows, where it names none. Going to today means not to stay. */
function withWindow(address: string, here: { readonly pathname: string; readonly searchStr: string }): string {
  const [path = '', text = ''] = address.split('?');
  const wanted = new URLSearchParams(text);
  const present = new URLSearchParams(here.searchStr);
  if (text !== '' && path === '/planning' && here.pathname.endsWith('/planning') && !wanted.has('date'))
    for (const name of ['date', 'mode', 'days']) if (present.has(name)) wanted.set(name, present.get(name) ?? '');
  return `/app${path}${wanted.size > 0 ? `?${wanted}` : ''}`;
}

interface ResultsProps {
  readonly group: EntryGroup;
  readonly words: readonly string[];
  readonly chosen: Entry | undefined;
  optionId(entry: Entry): string | undefined;
  onGo(target: Target): void;
}

function Results({ group, words, chosen, optionId, onGo }: ResultsProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of options in a list box
    <div role="group" aria-label={group.name}>
      <div className="search-group" aria-hidden="true">
        {group.name}
      </div>
      {group.entries.map((entry) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the combobox
        <div
          key={entry.key}
          id={optionId(entry)}
          role="option"
          tabIndex={-1}
          aria-selected={entry === chosen}
          className="search-option"
          ref={entry === chosen ? (element) => element?.scrollIntoView({ block: 'nearest' }) : undefined}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onGo(entry.target)}
        >
          <span dir="auto" className="search-title">
            <Highlight text={entry.title.slice(0, 200)} words={words} />
          </span>
          <span dir="auto" className="search-note">
            <Highlight text={entry.note.slice(0, 200)} words={words} />
          </span>
        </div>
      ))}
    </div>
  );
}

/** Commands and records for a query; recent searches and commands without one. */
function useResults(query: string): { groups: readonly EntryGroup[]; state: 'ready' | 'loading' | 'failed' } {
  const own = useSearchTexts();
  const session = useSession();
  const { locale } = useLocale();
  const zone = zoneOf(session);
  const actions = useSearchActions();
  const [recent] = useState(recentSearches);
  const text = query.trim();
  const asked = usePaused(text);
  const finds = mayOpen(session, 'planning') && asked !== '';
  const { data, isFetching, isError } = useQuery({
    queryKey: ['search', asked],
    queryFn: ({ signal }) => api.get('/search', { query: { q: asked }, signal }),
    enabled: finds,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    retry: false,
  });
  const words = wordsOf(text.toLowerCase());
  const fitting = actions.filter(({ title }) => words.every((word) => title.toLowerCase().includes(word)));
  const commands = { name: own.actions, entries: text === '' ? fitting : fitting.slice(0, 5) };
  if (text === '') {
    const last = recent.map((each) => ({
      key: each,
      title: each,
      note: '',
      target: { type: 'query', query: each } as const,
    }));
    return {
      groups: [{ name: own.recent, entries: last }, commands].filter(({ entries }) => entries.length > 0),
      state: 'ready',
    };
  }
  const found =
    finds && data
      ? entriesOf(data, {
          texts: own,
          today: dateOf(zone, Date.now()),
          dateOf: (instant) => dateOf(zone, Date.parse(instant)),
          whenOf: (instant) => {
            const at = Date.parse(instant);
            return `${worded('shortDate', locale, at, zone)}, ${clockText(zone, at)}`;
          },
        })
      : [];
  return {
    groups: [...found, commands].filter(({ entries }) => entries.length > 0),
    state: isError ? 'failed' : isFetching || asked !== text ? 'loading' : 'ready',
  };
}

/** The text after a pause in typing. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return text === '' ? '' : paused;
}
