import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { scriptScheme } from '../../../src/domain/values/script-uri.ts';

const RISKY = ['javascript', 'vbscript', 'data', 'file', 'blob', 'about', 'view-source', 'filesystem'];

describe('scriptScheme', () => {
  test.each([
    'https://erp.example/job?no={0}&x=javascript:alert(1)',
    'http://host:8080/a:b',
    'mailto:anna@example.com',
    'tel:+3212345678',
    'sms:+3212345678',
    'geo:50.85,4.35',
    'ftp://files.example/plan.pdf',
    'dynamicsnav://server/instance/company/runpage?page=21',
    'ms-word:ofe|u|https://sharepoint.example/doc.docx',
    'businesscentral:open',
    '/job/{JobNo}',
    '../map#javascript:',
    '?q=data:',
    'job.html',
    '{Url1}',
    '{0}://{1}',
    'https://{Server}/javascript:',
    'C-1 javascript',
    '',
  ])('takes %j', (uri) => {
    expect(scriptScheme(uri)).toBeUndefined();
  });

  test.each([
    ['javascript:alert(1)', 'javascript'],
    ['JaVaScRiPt:alert(1)', 'javascript'],
    [' \u0001\u001f javascript:alert(1)', 'javascript'],
    ['java\nscr\tipt\r:alert(1)', 'javascript'],
    ['\u00a0\ufeff\u200bjavascript:alert(1)', 'javascript'],
    ['java\u00adscript:alert(1)', 'javascript'],
    ['{0}javascript:alert(1)', 'javascript'],
    ['java{FreeText1}script:alert(1)', 'javascript'],
    ['vbscript:msgbox(1)', 'vbscript'],
    ['data:text/html,<script>alert(1)</script>', 'data'],
    ['file:///etc/passwd', 'file'],
    ['blob:https://erp.example/1', 'blob'],
    ['view-source:javascript:alert(1)', 'view-source'],
  ])('refuses %j', (uri, scheme) => {
    expect(scriptScheme(uri)).toBe(scheme);
  });

  const unseen = fc.string({
    unit: fc.constantFrom(' ', '\t', '\n', '\r', '\u0000', '\u001f', '\u200b'),
    maxLength: 3,
  });
  test('refuses a scheme in any case, with any unseen characters before and inside of it', () => {
    const spelled = fc
      .constantFrom(...RISKY)
      .chain((scheme) =>
        fc
          .tuple(...[...scheme, ':'].map((letter) => fc.tuple(unseen, fc.constantFrom(letter, letter.toUpperCase()))))
          .map((letters) => ({ scheme, text: letters.flat().join('') })),
      );
    fc.assert(
      fc.property(spelled, fc.string(), ({ scheme, text }, rest) => {
        expect(scriptScheme(text + rest)).toBe(scheme);
      }),
    );
  });

  test('refuses whatever a browser would read as such a scheme', () => {
    const letters = fc.constantFrom(...'javscriptdle:/ \t\n\u0001{}0&;\\'.split(''));
    const text = fc.oneof(
      fc.string({ unit: letters, maxLength: 24 }),
      fc
        .tuple(fc.string({ unit: letters, maxLength: 4 }), fc.constantFrom(...RISKY), fc.string())
        .map(([a, b, c]) => `${a}${b}:${c}`),
    );
    fc.assert(
      fc.property(text, (uri) => {
        const read = URL.canParse(uri, 'https://openslot.example/app/')
          ? new URL(uri, 'https://openslot.example/app/')
          : undefined;
        const scheme = read?.protocol.slice(0, -1);
        if (scheme !== undefined && RISKY.includes(scheme)) expect(scriptScheme(uri)).toBe(scheme);
      }),
      { numRuns: 2000 },
    );
  });
});
