/**
 * Schemes whose address runs a script, or shows content that the address itself holds, where somebody clicks on it; and those that open local
 * files. All others are taken: http, mailto, tel, geo, and the schemes of desktop programs that back offices link to (dynamicsnav:, sap:).
 */
const REFUSED = new Set([
  'javascript',
  'jscript',
  'vbscript',
  'livescript',
  'mocha',
  'data',
  'blob',
  'file',
  'filesystem',
  'about',
  'view-source',
  'jar',
  'mhtml',
  'mk',
  'ms-its',
  'res',
  'wyciwyg',
]);

/** What programs drop before they look for a scheme: blanks, controls, and characters that nobody sees. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Z}\s]/gu;
/** Placeholders of templates: what they are filled with may be nothing. */
const PLACEHOLDER = /\{[^{}]*\}|#[a-z][\w.]*#/gi;

const schemeOf = (text: string): string | undefined => /^([a-z][a-z\d+.-]*):/i.exec(text)?.[1]?.toLowerCase();

/** The scheme of an address that must not become a link, or undefined. Relative addresses and templates have none. */
export function scriptScheme(uri: string): string | undefined {
  const seen = uri.replace(UNSEEN, '');
  return [seen, seen.replace(PLACEHOLDER, '')]
    .map(schemeOf)
    .find((scheme) => scheme !== undefined && REFUSED.has(scheme));
}
