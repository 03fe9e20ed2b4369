import { Fragment } from 'react';
import { matchedParts } from './matched-parts.ts';

/** A text with the searched words marked. */
export const Highlight = ({ text, words }: { readonly text: string; readonly words: readonly string[] }) => (
  <>
    {matchedParts(text, words).map(({ part, isMatch, at }) =>
      isMatch ? <mark key={at}>{part}</mark> : <Fragment key={at}>{part}</Fragment>,
    )}
  </>
);
